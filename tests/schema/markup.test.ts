import { describe, expect, it } from "vitest";
import { findMarkup, warnOfMarkup } from "../../schema/advice/advice.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { difference } from "../../schema/notice/difference.ts";

describe("Markup in a text", () => {
  it.each([
    ["We are moving house.\\nBack at nine.", "\\n"],
    ["One.\\r\\nTwo.", "\\r\\n"],
    ["We are down.<br><br>See <b>our status page</b>.", "<br>"],
    ["We are down.<br/>Soon", "<br/>"],
    ["</p>", "</p>"],
    ['See <a href="https://status.example">status</a>', '<a href="https://status.example">'],
    ["Fish&nbsp;&amp; chips", "&nbsp;"],
    ["It&#39;s late", "&#39;"],
    ["**Back soon**, see [status](https://status.example)", "**Back soon**"],
    ["see [status](https://status.example)", "[status](https://status.example)"],
    ["__Back soon__", "__Back soon__"],
  ])("is found in %j", (text, found) => {
    expect(findMarkup(text)).toBe(found);
  });

  it.each([
    ...["Back at 9", "2 < 3 > 1", "a <3 b", "<ops@shop.example>", "R&D; sales", "AT&T", "C:\\new\\notes"],
    ...["\\\\server\\new", "5 * 3 ** 2", "[1] (see below)", "snake__case", "One\nTwo", "[soon]", "** **"],
  ])("is not found in %j", (text) => {
    expect(findMarkup(text)).toBeUndefined();
  });

  it("is looked for even in texts that make slow patterns hang", () => {
    for (const part of ["<a ", "**a", "[a", "\\\\"])
      expect(() => findMarkup(part.repeat(100_000))).not.toThrow();
  });

  it("is reported once for each changed text, in ASCII", () => {
    const before = { ...defaults, message: "**old**" };
    const translations = { de: { title: "**f\u00fcr**", message: "a\\nb" } };
    const changes = difference(before, { ...before, title: "<b>Zu</b>", translations });
    expect(warnOfMarkup({ changes })).toEqual([
      'Visitors will see "<b>" in "title" as typed: write plain text.',
      'Visitors will see "**f\\u00fcr**" in "translations.de.title" as typed: write plain text.',
      'Visitors will see "\\n" in "translations.de.message" as typed: write plain text, and a line break as a line feed.',
    ]);
    expect(warnOfMarkup({ changes }, "notice").at(-1)).toMatch(/, and a line break as in \$'One,\\ntwo'\.$/);
  });
});
