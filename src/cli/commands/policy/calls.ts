import type { Situation } from '../../../policy/index.ts';
import { workspacePathResolver } from '../../../sandbox/index.ts';
import { uncallableTools } from '../../../session/index.ts';
import type { Tool } from '../../../tools/index.ts';
import type { CommandCall } from '../../spec.ts';
import { withTools } from '../tools/confined.ts';

/** The tools, which provide the facts of calls, and the resolver of the checkout's paths. */
interface Calls {
  readonly tools: readonly Tool[];
  readonly pathResolver: Situation['pathResolver'];
}

/** Opens the checkout to evaluate calls, without running any. */
export async function withCalls<T>(
  call: CommandCall,
  use: (calls: Calls) => Promise<T>,
): Promise<T> {
  const settings = { mode: 'off', network: [], write: [] } as const;
  return await withTools(call, { settings }, async ({ tools, runWorkspace: { files } }) => {
    const all = [...tools, ...uncallableTools(files)];
    return await use({ tools: all, pathResolver: workspacePathResolver(files.root) });
  });
}
