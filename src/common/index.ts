export { hostOf, isPublicAddress } from './network/address.ts';
export { blockedPort } from './network/blocked-port.ts';
export { abortAfter, allInOrder, markHandled, within } from './async/speculative.ts';
export { canonicalJson, isTooDeep, sanitizeJson } from './json/canonical.ts';
export { type Clock, MAX_TIMER_MS, systemClock } from './async/clock.ts';
export { growingPauseMs } from './async/growing-pause.ts';
export { docsPage } from './docs-page.ts';
export { distinctBy } from './distinct-by.ts';
export { csvLine, type CsvValue } from './text/csv.ts';
export { digestOf, sha256, SHA_256, layersDigest } from './json/digest.ts';
export {
  causesOf,
  clauseText,
  CountersignError,
  errnoOf,
  type ErrorCode,
  type ErrorPlace,
  errorText,
  failureText,
  firstFailure,
  invalidInput,
  knownError,
  systemReason,
  wrappedError,
} from './errors.ts';
export { crockford, newRunId } from './ids.ts';
export { ZOD_OPTIONS } from './zod-options.ts';
export { isArray, isJsonObject, type Json, type JsonObject, parseJson } from './json/json.ts';
export { defined } from './json/defined.ts';
export { jsonValue } from './json/json-value.ts';
export { pointerTo, type SubSchema, subSchemas } from './json/sub-schemas.ts';
export { shellQuoted } from './text/shell-word.ts';
export { withoutEntities } from './text/entities.ts';
export { type Attributes, hides, hidesAs } from './text/hiding.ts';
export { holdCode, withHeldCode } from './text/held-code.ts';
export { markdownPieces } from './text/markdown-code.ts';
export { memoize, memoizeBy } from './async/memoize.ts';
export { issueClause } from './zod-issue.ts';
export { didYouMean, nearest } from './text/nearest.ts';
export { OUTCOMES, type Outcome, outcomeOfAbort } from './outcome.ts';
export {
  createRedactor,
  hasRedaction,
  splitAtRedactions,
  type PatternedRedactor,
  type RedactedJson,
  type RedactedText,
  type Redactor,
} from './redaction/create-redactor.ts';
export {
  type CustomPattern,
  CustomPatterns,
  patternFault,
  regexRisk,
} from './redaction/patterns/custom.ts';
export { secretsOfVariable } from './secrets/values.ts';
export { classOfName } from './secrets/names.ts';
export { createFetch, type Environment, type Fetch, hasProxy } from './network/proxy-fetch.ts';
export { retryAfterMs } from './network/retry-after.ts';
export { orNull } from './or-null.ts';
export { oneAtATime } from './async/one-at-a-time.ts';
export { runWithin } from './async/run-within.ts';
export { readAtMost } from './read-file.ts';
export { createFolder } from './create-folder.ts';
export {
  createTempFolder,
  removeLeftTempFolders,
  removeTempFolder,
  TEMP_FOLDER_NAME,
} from './temp-folder.ts';
export {
  defuseMentions,
  fence,
  escapeWorkflowCommands,
  firstNames,
  longestBackticks,
  oneLine,
  percentDecoded,
  sliceWhole,
  truncateMiddle,
  visible,
  capitalised,
  counted,
  countText,
  trimEnd,
} from './text/text.ts';
export { lastState, withoutSequences } from './text/terminal.ts';
export { durationWords, MONTHS, timeText } from './text/time-text.ts';
export { roundUsd } from './text/usd.ts';
export { VERSION } from './version.ts';
export { zipEntries, type ZipEntry, zipRefused } from './zip-directory.ts';
