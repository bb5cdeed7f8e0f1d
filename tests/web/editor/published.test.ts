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
const ben = { revision: 9, author: "ben" };

it.each<[string, Partial<CompletedWrite>, object, Parameters<typeof describeOutcome>[1], string[]]>([
  ["a store in a file", { warnings: ["Other."] }, {}, undefined, [`Revision 7 is published. ${seen}`]],
  [
    "no node",
    { nodes: { live: [], others: [] } },
    {},
    undefined,
    [`Revision 7 is published. No node is running. ${seen}`],
  ],
  [
    "some nodes",
    { nodes: { live, others: [node("c", 3, 70), node("d", 9), node("e", 7)] } },
    {},
    undefined,
    [
      `Revision 7 is published on 2 of 5 nodes: a and b. ${seen}`,
      inEnglish("c may still show revision 3 (silent for 1 min)."),
      inEnglish("d has revision 9."),
      inEnglish("e has another text with the same number."),
    ],
  ],
  ["a silent database", { warnings: [unknown] }, {}, undefined, [`${inEnglish(unknown)} ${seen}`]],
  [
    "an earlier notice",
    {},
    { again: 5 },
    undefined,
    [`Revision 7 is published. It brings back what revision 5 said. ${seen}`],
  ],
  [
    "what somebody else has replaced, with the way back",
    {},
    {},
    ben,
    [
      "Revision 7 was published, but revision 9 by ben has replaced it.",
      "To go back to what revision 6 said, publish it again from the history.",
    ],
  ],
  [
    "an undo that somebody unknown has replaced",
    {},
    { again: 5, isUndo: true },
    { ...ben, author: undefined },
    ["Revision 7 was published, but revision 9 has replaced it."],
  ],
])("a publication says who sees it: %s", (_name, more, how, overtaker, sentences) => {
  const publication = { ...before, revision: 7, ...more };
  expect(describeOutcome({ publication, before, ...how }, overtaker, seen)).toEqual(sentences);
});
