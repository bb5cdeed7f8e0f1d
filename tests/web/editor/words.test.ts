import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { findFaults } from "../../../schema/notice/faults.ts";
import { createSessionKey } from "../../../web/editor/client.ts";
import { Said } from "../../../web/editor/controls/said.tsx";
import { faultInWords, faultsInWords } from "../../../web/editor/faults.ts";
import { inEnglish } from "../../../web/editor/language.ts";
import { describeOutcome } from "../../../web/editor/lines.tsx";
import { fragmentIn, secretIn } from "../../../web/editor/session.tsx";
import { arabic } from "../../../web/editor/texts/arabic.ts";
import { english } from "../../../web/editor/texts/english.ts";
import { german } from "../../../web/editor/texts/german.ts";
import { editorLanguages } from "../../../web/editor/texts.ts";
import { describeProblem } from "../../../web/editor/trouble.ts";
import { maxMessage, maxTitle, noticeWith } from "../../support/texts/notices.ts";
import { inBrowser, storageWith } from "./made-up.ts";

inBrowser();

describe("A sentence in the editor", () => {
  const html = (text: string): string => renderToStaticMarkup(createElement(Said, null, text));

  it("has code from left to right, and marks a sentence of the service as English", () => {
    expect(html(`شغّلوا \`notice editor\`. ${inEnglish("It is `off`.")}`)).toBe(
      'شغّلوا <code dir="ltr">notice editor</code>. <span lang="en" dir="ltr">It is <code dir="ltr">off</code>.</span>',
    );
  });

  it("isolates a name from the text direction, also inside a sentence of the service", () => {
    const name = "\u2068ben\u2069";
    expect(html(`باسم ${name}: ${inEnglish(`Field ${name} is empty.`)}`)).toBe(
      `باسم ${name}: <span lang="en" dir="ltr">Field ${name} is empty.</span>`,
    );
  });

  /** Each plain text with its path. The visitors' page has tests of its own texts. */
  function textsIn(value: unknown, path = ""): [path: string, text: unknown][] {
    if (typeof value !== "object" || value === null) return [[path, value]];
    return Object.entries(value)
      .filter(([name]) => !(path === "" && name === "locale"))
      .flatMap(([name, part]) => textsIn(part, `${path}/${name}`));
  }
  const code = (text: unknown): string[] => (String(text).match(/`[^`]+`/g) ?? []).toSorted();

  // The compiler sees that no text is missing.
  it.each(Object.entries({ de: german, ar: arabic }))(
    "in %s is empty or names commands only if the English sentence does",
    (tag, texts) => {
      const originals = new Map(textsIn(english));
      for (const [path, text] of textsIn(texts)) {
        if (typeof text !== "string") continue;
        const original = originals.get(path);
        expect([path, text === "", code(text)]).toEqual([path, original === "", code(original)]);
      }
      expect([texts.locale.tag, Object.keys(editorLanguages)]).toEqual([tag, expect.arrayContaining([tag])]);
    },
  );
});

describe("A fault in the editor", () => {
  const notice = noticeWith({ title: "We are moving", message: "Back at nine.", language: "en" });
  const german = (texts: object) => ({
    translations: { de: { title: "Wir ziehen um", message: "Um neun.", ...texts } },
  });

  const atATime = { expectedReturn: "2026-11-21T18:30:00Z" };

  it.each<[string, object, string]>([
    ["an empty address", { contactEmail: "" }, "Contact e-mail is empty"],
    ["a long title", { title: "x".repeat(maxTitle + 1) }, "Title is too long"],
    ["a long message", { message: "é".repeat(maxMessage + 10) }, "Message is too long"],
    ["a control character", { title: "a\u0007" }, "(U+0007)"],
    ["an address with a name", { contactEmail: "Help <help@shop.example>" }, "write help@shop.example."],
    ["an empty text", german({ message: "" }), "Message in German"],
    ["a time in a translation", { expectedReturn: "soon", ...german(atATime) }, "Expected return in German"],
    ["the notice's own language", { ...german({}), language: "de" }, "itself is in German"],
  ])("names the field and the problem without names of JSON: %s", (_name, change, text) => {
    const value = { ...notice, ...change };
    const detail = expect.stringContaining(text);
    const faults = faultsInWords(value);
    expect(faults).toEqual([{ pointer: findFaults(value)[0]?.pointer, detail }]);
    expect(faults[0]?.detail).not.toMatch(/"|translations|contactEmail|\\n|does not fit/);
  });

  it("from the service names the editor's field, or is marked as English if it names none", () => {
    const [fault = { pointer: "", detail: "" }] = findFaults({ ...notice, contactEmail: "help" });
    expect(fault.detail).toContain('"contactEmail"');
    expect(faultInWords(fault)).not.toContain("contactEmail");
    const other = { detail: "There is one more.", pointer: "#" };
    expect(faultInWords(other)).toBe(inEnglish("There is one more."));
  });
});

describe("A problem in the editor", () => {
  it("with a sign-in has the editor's own text, which names no command", () => {
    const said = (code: string) =>
      describeProblem({ status: 401, code, detail: "`npx notice token list` lists the valid ones." });
    const { linkFailed, noLink, tokenFailed } = english.session;
    const own = [tokenFailed, `${linkFailed} ${noLink}`, english.trouble.readOnly];
    expect(["TOKEN_WRONG", "LINK_WRONG", "SCOPE_MISSING"].map(said)).toEqual(own);
  });

  it.each([
    [new NoticeError("STORE_MISSING", { file: "/var/n.db" }), "There is no notice store at /var/n.db."],
    [new NoticeError("SHELL_NEEDED", { name: "ben" }), "ben may not invite people."],
    [new NoticeError("REVISION_UNKNOWN", { revision: 7 }), "There is no revision 7."],
    [new NoticeError("STORE_UNUSABLE", { file: "n.db", reason: "it: is full" }), undefined],
  ])("names no shell command: %s", ({ code, status, message }, said) => {
    expect(describeProblem({ status, code, detail: message })).toBe(inEnglish(said ?? message));
  });
});

const { publish } = english;
const silent = "Revision 7 is published, but the database did not say which nodes show it.";
const node = (label: string, number: number) => ({ label, number, silentSeconds: 1, id: label, sum: "" });
const nodes = { live: [node("a", 7), node("b", 7)], others: [{ ...node("c", 3), silentSeconds: 70 }] };
it.each<[string, Partial<CompletedWrite>, object, number | undefined, string[]]>([
  ["no node is running", { nodes: { live: [], others: [] } }, {}, undefined, [publish.noNode(7)]],
  ["some nodes show it", { nodes }, {}, undefined, [publish.onNodes(7, "2/3 (a and b)"), "c may still show"]],
  ["the database is silent", { warnings: [silent] }, {}, undefined, [inEnglish(silent)]],
  ["it repeats revision 5", {}, { again: 5 }, undefined, [`${publish.done(7)} ${publish.again(5)} Seen.`]],
  ["a colleague replaced it", {}, {}, 9, [publish.overtaken(7, 9)]],
  ["an undo was replaced", {}, { again: 5, isUndo: true }, 9, [publish.overtaken(7, 9)]],
])("The editor says what became of a publication: %s", (_name, more, how, overtaker, sentences) => {
  const before = { revision: 6, etag: "", notice: noticeWith() };
  const outcome = { publication: { ...before, revision: 7, ...more }, before, ...how };
  const told = describeOutcome(outcome, overtaker, "Seen.");
  expect(told).toEqual(sentences.map((text) => expect.stringContaining(text)));
  expect(told[0]?.endsWith(" Seen.")).toBe(overtaker === undefined);
});

it("A full browser storage does not keep the key of the previous session", () => {
  const storage = storageWith({ "backsoon session key": "old" }, () => true);
  createSessionKey(storage).keep("new");
  expect(createSessionKey(storage).read()).toBeUndefined();
});

it.each([
  [" bsn_abc \n", undefined],
  [" https://notice.example.com/#link=Abc-123\n", "Abc-123"],
  ["link=Abc-123", undefined],
])("The field for a token also takes a link: %j", (text, secret) => {
  expect(secretIn(fragmentIn(text))).toBe(secret);
});
