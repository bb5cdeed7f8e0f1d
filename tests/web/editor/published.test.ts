import { expect, it } from "vitest";
import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import { inEnglish } from "../../../web/editor/language.ts";
import { describeOutcome } from "../../../web/editor/lines.tsx";
import { noticeWith } from "../../support/texts/notices.ts";

const unknown =
  "Revision 7 is published, but some nodes may not show it yet (the database did not say which nodes show it).";
const node = (label: string, number: number, silentSeconds = 1) => ({
  ...{ label, number, silentSeconds },
  ...{ id: label, sum: "" },
});
const live = [node("a", 7), node("b", 7)];
const before = { revision: 6, etag: "", notice: noticeWith() };
const seen = "Visitors see it when your app is away.";

it.each<
  [string, Partial<CompletedWrite>, object, Parameters<typeof describeOutcome>[1], (string | RegExp)[]]
>([
  ["no node is running", { nodes: { live: [], others: [] } }, {}, undefined, [/No node is running/]],
  [
    "some nodes show it",
    { nodes: { live, others: [node("c", 3, 70), node("d", 9), node("e", 7)] } },
    {},
    undefined,
    [/: 2\/5 \(a and b\)\./, /c may still show revision 3/, /d has revision 9/, /e has another text/],
  ],
  ["the database is silent", { warnings: [unknown] }, {}, undefined, [`${inEnglish(unknown)} ${seen}`]],
  ["it repeats revision 5", {}, { again: 5 }, undefined, [/brings back what revision 5 said/]],
  ["a colleague replaced it", {}, {}, 9, [/revision 9 has replaced it/]],
  ["an undo was replaced", {}, { again: 5, isUndo: true }, 9, [/revision 9 has replaced it/]],
])("the editor says what became of a publication: %s", (_name, more, how, overtaker, sentences) => {
  const publication = { ...before, revision: 7, ...more };
  expect(describeOutcome({ publication, before, ...how }, overtaker, seen)).toEqual(
    sentences.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))),
  );
});
