import { isDomain } from "./top-level-domains.ts";

/** Where an address stands in a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

// Each of these is linear: it repeats one class, or begins where the one before it ended.

/** What no address goes beyond: space, what is invisible, quotes, and the punctuation of scripts other than Latin. */
const chunk = /[^\s\p{Cc}\p{Cf}<>"'“”„‟‘’«»‹›`|\\^{}⟦⟧，。、；：！？「」『』（）【】《》〈〉…،؛؟।۔።፣]+/gu;
/** Scripts that write no space between words: an address ends where one of them begins. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const hostRuns =
  /(?:\p{Script=Latin}|[\u0300-\u036f]|[0-9.-])+|(?:(?!\p{Script=Latin}|[0-9])[\p{L}\p{M}\p{Nd}.-])+/gu;
const hostRun = /[\p{L}\p{M}\p{Nd}.-]+/uy;
/** The longest part of a domain before a part in another script, in UTF-16 units. */
const maxJoined = 64;
const pathStart = /^(?::\d{1,5})?(?:\/|[?#][\p{L}\p{Nd}])/u;

/** Every URL, bare domain, IP and e-mail address in a text, without the punctuation around it. */
export function findAddresses(text: string): Span[] {
  return [...text.matchAll(chunk)].flatMap(({ 0: found, index }) => inChunk(found, index));
}

/** A text with a space in place of each address. */
export function withoutAddresses(text: string): string {
  let rest = 0;
  const kept = findAddresses(text).map(({ start, end }) => {
    const before = text.slice(rest, start);
    rest = end;
    return before;
  });
  return [...kept, text.slice(rest)].join(" ");
}

function inChunk(text: string, offset: number): Span[] {
  const spans: Span[] = [];
  let rest = 0;
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", Math.max(rest, at + 3))) {
    const start = backOver(text, at, rest, /[A-Za-z0-9+.-]/);
    if (start === at || at + 3 === text.length) continue;
    const end = endOf(text, start, at + 3);
    spans.push(...withoutScheme(text.slice(rest, start), offset + rest), shift({ start, end }, offset));
    rest = end;
  }
  return [...spans, ...withoutScheme(text.slice(rest), offset + rest)];
}

function withoutScheme(text: string, offset: number): Span[] {
  const spans: Span[] = [];
  let rest = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const span = emailAround(text, at, rest);
    if (!span) continue;
    spans.push(...domainsIn(text.slice(rest, span.start), offset + rest), shift(span, offset));
    rest = span.end;
  }
  return [...spans, ...domainsIn(text.slice(rest), offset + rest)];
}

function emailAround(text: string, at: number, from: number): Span | undefined {
  const isAscii = /[!-~]/.test(text[at - 1] ?? "");
  const local = isAscii ? /[A-Za-z0-9.!#$%&*+/=?^_~-]/ : /[\p{L}\p{M}\p{Nd}._-]/u;
  const start = backOver(text, at, from, local);
  hostRun.lastIndex = at + 1;
  const run = hostRun.exec(text)?.[0] ?? "";
  const foreign = unspaced.test(run[0] ?? "") ? -1 : run.search(unspaced);
  const host = (foreign < 0 ? run : run.slice(0, foreign)).replace(/[.-]{1,9}$/, "");
  const labels = host.split(".");
  const isHost =
    labels.length > 1 && !labels.includes("") && /^\p{L}[\p{L}\p{M}\p{Nd}-]+$/u.test(labels.at(-1) ?? "");
  if (start === at || !isHost) return undefined;
  const scheme = /mailto:$/i.test(text.slice(Math.max(from, start - 7), start)) ? 7 : 0;
  return { start: start - scheme, end: at + 1 + host.length };
}

function domainsIn(text: string, offset: number): Span[] {
  const spans: Span[] = [];
  let rest = 0;
  let before = { start: 0, end: 0 };
  for (const { 0: run, index } of text.matchAll(hostRuns)) {
    const isJoined =
      before.end === index &&
      index - before.start < maxJoined &&
      /[\p{L}\p{M}\p{Nd}]\.$/u.test(text.slice(Math.max(before.start, index - 3), index));
    const from = Math.max(rest, isJoined ? before.start : index);
    before = { start: isJoined ? before.start : index, end: index + run.length };
    const start = from + (/^[.-]*/.exec(text.slice(from, index + run.length))?.[0].length ?? 0);
    const host = withoutEnd(text.slice(start, index + run.length));
    const hostEnd = start + host.length;
    const after = text.slice(hostEnd, hostEnd + 8);
    const isLocal = /^localhost$/i.test(host) && /^[:/]\S/.test(after);
    const hasPath = isLocal || pathStart.test(after);
    if (index < rest || !(isLocal || (host.includes(".") && isDomain(host, hasPath)))) continue;
    const end = hasPath ? endOf(text, start, hostEnd) : hostEnd;
    spans.push(shift({ start, end }, offset));
    rest = end;
  }
  return spans;
}

/** Where an address that begins at `start` ends: before a word of a script without spaces, and before punctuation. */
function endOf(text: string, start: number, from: number): number {
  let end = from;
  while (end < text.length) {
    const character = String.fromCodePoint(text.codePointAt(end) ?? 0);
    const isWord =
      unspaced.test(character) &&
      !/[/?#=&._-]/.test(text[end - 1] ?? "") &&
      !unspaced.test(text[end - 1] ?? "");
    if (isWord) break;
    end += character.length;
  }
  return start + withoutEnd(text.slice(start, end)).length;
}

/** An address without the punctuation after it; a bracket belongs to it if it was opened there. */
function withoutEnd(address: string): string {
  const open = { ")": count(address, "("), "]": count(address, "[") };
  const closed = { ")": count(address, ")"), "]": count(address, "]") };
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    if (last === ")" || last === "]") {
      if (closed[last] <= open[last]) break;
      closed[last] -= 1;
    } else if (!/[.,;:!?*_~([-]/.test(last)) break;
  }
  return address.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

function backOver(text: string, from: number, to: number, characters: RegExp): number {
  let start = from;
  while (start > to && characters.test(text[start - 1] ?? "")) start -= 1;
  return start;
}

function shift({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
