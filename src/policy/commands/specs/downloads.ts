// How words of curl and wget begin and what they stand for, by curl(1) 8.10 and wget(1) 1.21.

/** The letters of curl that take no value, before one that does: `-sSLo FILE`. */
export const CURL_SWITCHES = '-[0-46aBfgGiIjJklLMnNOpqRsSvVZ#:]*';
/** The same of wget, with its options of two letters: `-nv`. */
export const WGET_SWITCHES = '-(?:[46bcdEFhHkKLmNpqrSvVx]|n[a-zA-Z])*';

/** What curl replaces by several texts; not the variables of `--write-out`, and no JSON. */
export const CURL_GLOB = String.raw`(?:(?<!%(?:output|header|time)?)\{[^{}\s"']+\}|\[\w+-\w+(?::\d+)?\])`;
