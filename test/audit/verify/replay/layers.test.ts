import { expect, test } from 'vitest';
import { type TrailEvent, verifyTrail } from '../../../../src/audit/index.ts';
import { layersDigest, sha256 } from '../../../../src/common/index.ts';
import { plausible } from '../../plausible.ts';
import { bytesOf, chainEvents } from '../../chained.ts';
import { reply, runEnd, runStart, state, turnStart, verdict } from '../../trails.ts';

const OWN = { address: '.github/countersign.yml', commit: 'a'.repeat(40), sha256: sha256('own') };
const BASE = { address: 'acme/p/base.yml@v1', commit: 'b'.repeat(40), sha256: sha256('base') };
const POLICY = layersDigest(OWN.sha256, [BASE.sha256]);
type Verdict = Extract<TrailEvent, { type: 'call.verdict' }>;
type Said = NonNullable<Verdict['layers']>[number];

const start = (policy: object = {}): TrailEvent =>
  runStart({
    policy: {
      source: OWN.address,
      ref: 'main',
      sha256: POLICY,
      mode: 'ask',
      layers: [OWN, BASE],
      ...policy,
    },
  });
const said = (layer: string, is: Said['verdict'], list: string = is): Said => ({
  layer,
  verdict: is,
  rule: list === 'mode' ? null : 'fs_write(src/**)',
  list,
  line: 4,
});
const BOTH = [said(OWN.address, 'auto'), said(BASE.address, 'auto')];
const evaluated = (is: Said['verdict'], over: Partial<Verdict> = {}): TrailEvent =>
  verdict('c1', is, { policySha256: POLICY, layer: BASE.address, layers: BOTH, ...over });
const check = async (first: TrailEvent, ...verdicts: readonly TrailEvent[]) => {
  const end = [state('c1', 'DENIED', { because: 'x' }), runEnd('denied')];
  const asked = [turnStart(1), reply(1), state('c1', 'PENDING')];
  const { events } = plausible([first, ...asked, ...verdicts, ...end]);
  return await verifyTrail(bytesOf(chainEvents(events)));
};

test('a verdict that every layer is on record for proves itself', async () => {
  const strict = [said(OWN.address, 'auto'), said(BASE.address, 'deny')];
  expect(await check(start(), evaluated('deny', { layers: strict }))).not.toMatchObject({
    code: 'layers-mismatch',
  });
});

test('a verdict of a built-in rule needs no word of a layer', async () => {
  const builtin = verdict('c1', 'deny', { policySha256: POLICY, list: 'wall' });
  expect(await check(start(), builtin)).toMatchObject({ kind: 'intact' });
});

test.each<[string, TrailEvent, TrailEvent, RegExp]>([
  [
    'a digest that is not that of the layers',
    start({ layers: [OWN, { ...BASE, sha256: sha256('a looser one') }] }),
    evaluated('auto'),
    /its layers have/,
  ],
  [
    'a layer that is left out of the start',
    start({ layers: [OWN, { ...BASE, address: OWN.address }] }),
    evaluated('auto'),
    /same address/,
  ],
  [
    'a layer that the run does not have',
    start(),
    evaluated('auto', { layer: 'acme/other.yml@v1' }),
    /names the layer acme\/other/,
  ],
  [
    'a verdict without the layers',
    start(),
    verdict('c1', 'auto', { policySha256: POLICY }),
    /does not say what each layer/,
  ],
  [
    'a verdict that leaves a layer out',
    start(),
    evaluated('auto', { layers: [said(OWN.address, 'auto')] }),
    /every layer of the policy once/,
  ],
  [
    'a verdict that names a layer twice in place of another',
    start(),
    evaluated('auto', { layers: [said(OWN.address, 'auto'), said(OWN.address, 'auto')] }),
    /every layer of the policy once/,
  ],
  [
    'a verdict that is looser than a layer',
    start(),
    evaluated('auto', { layers: [said(OWN.address, 'auto'), said(BASE.address, 'deny')] }),
    /is auto, but the layer acme\/p\/base\.yml@v1 says deny/,
  ],
  [
    "a hook's verdict that is looser than a baseline's mode",
    start(),
    evaluated('auto', {
      layers: [said(OWN.address, 'auto'), said(BASE.address, 'requireApproval', 'mode')],
    }),
    /says requireApproval/,
  ],
  [
    "a verdict of the own layer that is looser than the policy's mode",
    start(),
    evaluated('auto', {
      layers: [said(OWN.address, 'auto', 'mode'), said(BASE.address, 'auto')],
    }),
    /says auto about c1 by .*mode: ask/,
  ],
  [
    'a verdict that is looser than a mode that leaves nothing to hooks',
    start(),
    evaluated('auto', {
      layers: [said(OWN.address, 'requireApproval', 'mode'), said(BASE.address, 'auto')],
    }),
    /says requireApproval/,
  ],
])('%s breaks the trail', async (_what, first, second, because) => {
  const found = await check(first, second);
  expect(found).toMatchObject({ kind: 'broken', code: 'layers-mismatch' });
  expect(JSON.stringify(found)).toMatch(because);
});

test("a hook may decide what only the own layer's mode asks about, where the mode is custom", async () => {
  const layers = [said(OWN.address, 'requireApproval', 'mode'), said(BASE.address, 'auto')];
  const asks = evaluated('requireApproval', { layer: OWN.address, layers, list: 'mode' });
  const runs = evaluated('auto', { layer: OWN.address, layers, list: 'mode' });
  const hook = { type: 'hook.ran', call: 'c1', hook: 'h', effect: 'x' } as const;
  const ran = { ...hook, phase: 'preToolUse' } as const;
  // Found is only that the call is denied after it.
  expect(await check(start({ mode: 'custom' }), asks, ran, runs)).toMatchObject({
    code: 'verdict-mismatch',
    seq: 7,
  });
  expect(await check(start({ mode: 'ask' }), asks, ran, runs)).toMatchObject({
    code: 'layers-mismatch',
    seq: 6,
  });
  expect(await check(start({ mode: 'custom' }), asks, runs)).toMatchObject({
    code: 'layers-mismatch',
    seq: 5,
  });
});
