import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import { showValue } from "../../schema/text/show-value.ts";
import { isFromNow, maxFromNow, timeFromNow } from "../../schema/text/time-from-now.ts";
import { describeMeant, describeRefused } from "../../schema/words/typed-return/in-words.ts";
import { type TypedAt, typedHere } from "../../schema/words/typed-return/meant-time.ts";
import { type Refused, understandReturn } from "../../schema/words/typed-return/understand-return.ts";
import { usage } from "../words/usage.ts";
import type { Context } from "./context.ts";

/** An example of a time in full. */
const inFull = "2026-11-21T18:30:00+01:00";

/** The time and time zone of the command: now, on this machine. */
export function typingAt({ now }: Pick<Context, "now">): TypedAt {
  return typedHere(now());
}

/**
 * Resolves a typed expected return: `+90m`, `+2h`, `+1d` or `+1d12h` from now becomes an RFC 3339 time in UTC. Any
 * other text stays.
 * @throws NoticeError USAGE for a wrong, empty or too long duration after `+`, unless the text is to be published as
 * given
 */
export function resolveExpectedReturn(value: string, now: Date, asGiven = false): string {
  if (!value.startsWith("+")) return value;
  const time = timeFromNow(value, now);
  if (asGiven) return time ?? value;
  const refuse = (reason: string): never => {
    throw usage(`--expected-return ${JSON.stringify(value)} is ${reason}.`);
  };
  if (/^\+(?:0+[dhm])+$/.test(value)) return refuse("now: give a time in the future, such as +90m");
  if (time !== undefined) return time;
  return isFromNow(value)
    ? refuse(`too far ahead for a time from now: give at most ${maxFromNow}, or the time in full`)
    : refuse("not a time from now: write +90m, +2h, +1d or +1d12h");
}

/**
 * The expected return to publish: a time with a zone becomes RFC 3339, and other text stays. `translated` is for a
 * translation, which takes no time. A value that is published already is accepted.
 * @throws NoticeError USAGE, with the probable time, for text that is only a time, but an uncertain or past one
 */
export function understoodReturn(
  value: string,
  standing: string | undefined,
  at: TypedAt,
  translated = false,
): string {
  const understood = understandReturn(value, at);
  if (value === standing || understood.kind === "words") return value;
  if (understood.kind === "time" && !translated) return understood.time;
  const [what, rule] =
    understood.kind === "time"
      ? [`${showValue(value)} is a time, which the page has in every language`, `give ${understood.time}`]
      : [describeRefused(value, understood, at.now), ruleFor(value, understood, at.now)];
  const reason = `--expected-return ${what}: ${rule}${translated ? ", without --lang" : ""}, or publish it as it is with --as-given.`;
  throw usage(reason);
}

/** The fix for a refused expected return. */
function ruleFor(value: string, refused: Refused, now: number): string {
  const fromNow = `+${value.trim().replace(/^-\s?/, "")}`.replace(/h\d\d$/, "$&m");
  const counts = timeFromNow(fromNow, new Date(now)) !== undefined;
  if (counts && !refused.isEither) return `give ${fromNow} to count from now`;
  const either = counts ? `${fromNow}, which is from now, or ` : "";
  const isPassed = refused.why === "passed";
  const rule = isPassed ? "give one in the future" : `give ${either}the time in full`;
  const meant = describeMeant(refused);
  return `${rule}, ${meant === undefined ? `like ${inFull}` : `probably ${meant}`}`;
}

/**
 * If the text has a number, tells ops how to write a time, because they may mean one. `translated` is for a
 * translation.
 */
export function hintAtTime(
  context: Pick<Context, "now" | "printError">,
  value = "",
  translated = false,
): void {
  if (!/\p{Nd}/u.test(value) || understandReturn(value, typingAt(context)).kind !== "words") return;
  context.printError(
    `--expected-return is shown as text. To give a time, which visitors read in their own zone, ${translated ? "leave out --lang, and " : ""}write it like ${inFull}, or +90m.`,
  );
}

/** The expected return as understood, so that ops notice a typo before visitors do. */
export function describeExpectedReturn(value: string, now: Date): string {
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") return "expectedReturn is free text, shown as it is";
  const { time } = expected;
  const ahead = time.getTime() - now.getTime();
  const distance = ahead > 0 ? `in ${durationInWords(ahead)}` : `which passed ${durationInWords(-ahead)} ago`;
  return `expectedReturn is a time: ${atUtc(time)}${here(time)}, ${distance}`;
}

function atUtc(time: Date): string {
  return `${new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short", timeZone: "UTC" }).format(time)} UTC`;
}

function here(time: Date): string {
  if (time.getTimezoneOffset() === 0) return "";
  const format = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return ` (${format.format(time)} here)`;
}
