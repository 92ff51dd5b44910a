export { hostOf, isPublicAddress } from './address.ts';
export { markHandled, allInOrder } from './speculative.ts';
export { canonicalJson, sanitizeJson, wellFormed } from './canonical.ts';
export { type Clock, systemClock } from './clock.ts';
export { csvLine, type CsvValue } from './csv.ts';
export { digestOf, sha256, layersDigest } from './digest.ts';
export {
  CountersignError,
  errnoOf,
  type ErrorCode,
  type ErrorPlace,
  errorText,
  systemReason,
} from './errors.ts';
export { crockford, newRunId } from './ids.ts';
export { ZOD_OPTIONS } from './zod-options.ts';
export { isArray, isJsonObject, type Json, type JsonObject, parseJson } from './json.ts';
export { markdownPieces } from './markdown-code.ts';
export { memoize, memoizeBy } from './memoize.ts';
export { didYouMean, nearest } from './nearest.ts';
export { OUTCOMES, type Outcome, outcomeOfAbort } from './outcome.ts';
export {
  createRedactor,
  hasRedaction,
  splitAtRedactions,
  type PatternedRedactor,
  type Redactor,
} from './redaction/create-redactor.ts';
export { CustomPatterns, regexRisk } from './redaction/custom.ts';
export { maskability } from './redaction/forms.ts';
export { secretsOfVariable } from './secrets/values.ts';
export { classOfName } from './secrets/names.ts';
export { createFetch, type Environment, type Fetch } from './proxy-fetch.ts';
export { runWithin } from './run-within.ts';
export { createTempFolder, removeLeftTempFolders, TEMP_FOLDER_NAME } from './temp-folder.ts';
export {
  defuseMentions,
  fence,
  escapeWorkflowCommands,
  oneLine,
  sliceWhole,
  truncateMiddle,
  visible,
  counted,
} from './text.ts';
export { durationWords, MONTHS, timeText } from './time-text.ts';
export { roundUsd } from './usd.ts';
export { VERSION } from './version.ts';
export { within } from './speculative.ts';
export { zipEntries, type ZipEntry, zipRefused } from './zip-directory.ts';
