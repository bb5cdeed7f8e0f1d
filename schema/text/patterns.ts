// Patterns of JSON Schemas that we publish. They mean the same in ECMA-262, with and without its `u` flag, and in Python's
// `re`, so that a schema alone is enough for the validators that our users run.
const control = "\\u0000-\\u001F\\u007F-\\u009F";
const controlButLineFeed = "\\u0000-\\u0009\\u000B-\\u001F\\u007F-\\u009F";
const surrogate = "\\uD800-\\uDFFF";
/** A character beyond the BMP, as seen by an engine that knows only UTF-16 code units. */
const pair = "[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]";
/** White space and invisible characters: a text of nothing else would leave the page blank. */
const blank =
  "\\u0020\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180F\\u2000-\\u200F" +
  "\\u2028-\\u202F\\u205F-\\u206F\\u2800\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB";

const visible = `(?:[^${control}${surrogate}${blank}]|${pair})`;

/** The end of the text; with `$`, Python would accept a trailing line feed. */
export const end = "(?![\\s\\S])";

/** One line that shows something. */
export const oneLine = `^[${blank}]*${visible}(?:[^${control}${surrogate}]|${pair})*${end}`;

/** Lines, at least one of which shows something. */
export const lines = `^[${blank}\\n]*${visible}(?:[^${controlButLineFeed}${surrogate}]|${pair})*${end}`;

const atext = "[A-Za-z0-9!#$&'*+/=^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const topLabel = "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])";

/** The dot-atom form of RFC 5321 at a domain of two labels or more; no `?` or `%`, which steer a mailto link. */
export const email = `^(?=.{1,64}@)${atext}(?:\\.${atext})*@(?:${label}\\.)+${topLabel}${end}`;

/** The shape of an RFC 3339 time, even on a day that does not exist. */
export const timeShape = `^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})${end}`;

/** A language tag in canonical case: language, script, region, variants. @see https://www.rfc-editor.org/rfc/rfc5646 */
export const languageTag = `^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*${end}`;
