export { isPublicAddress } from './address.ts';
export { ahead, allInOrder } from './ahead.ts';
export { canonicalJson, wellFormed } from './canonical.ts';
export { type Clock, systemClock } from './clock.ts';
export { digestOf, sha256 } from './digest.ts';
export { CountersignError, type ErrorCode, type ErrorPlace, errorText } from './errors.ts';
export { crockford, newRunId } from './ids.ts';
export { INTERPRETED } from './interpreted.ts';
export { isJsonObject, type Json, type JsonObject } from './json.ts';
export { type MarkdownPiece, markdownPieces } from './markdown-code.ts';
export { once, onceFor } from './once.ts';
export { OUTCOMES, type Outcome, outcomeOfAbort } from './outcome.ts';
export { createRedactor, type RedactorOptions, type PatternedRedactor } from './redact.ts';
export { type CustomPattern, CustomPatterns, regexRisk } from './redact-custom.ts';
export { maskability } from './redact-forms.ts';
export type { Redactor } from './redactor.ts';
export { secretsOfVariable } from './secret-values.ts';
export { classOfName } from './secret-names.ts';
export { hostOf, sendRequest } from './send.ts';
export { tameJson } from './tame.ts';
export {
  defuseMentions,
  fence,
  neutralise,
  oneLine,
  sliceWhole,
  truncateMiddle,
  visible,
} from './text.ts';
export { VERSION } from './version.ts';
