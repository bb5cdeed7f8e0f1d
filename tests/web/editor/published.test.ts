import { describe, expect, it } from "vitest";
import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import { inEnglish } from "../../../web/editor/language.ts";
import { describeOutcome, describePublication } from "../../../web/editor/lines.tsx";

const unknown =
  "Revision 7 is published, but some nodes may not show it yet (the database did not say which nodes show it).";
const node = (label: string, number: number, silentSeconds = 1) => ({
  label,
  number,
  silentSeconds,
  id: label,
  sum: "",
});
const before = {
  revision: 6,
  etag: "",
  notice: { isEnabled: true as const, title: "x", contactEmail: "support@example.com" },
};
const written = (more: Partial<CompletedWrite>): CompletedWrite => ({
  revision: 7,
  etag: "",
  changed: [],
  warnings: [],
  published: true,
  notice: { isEnabled: true, title: "x", contactEmail: "support@example.com" },
  ...more,
});

it.each<[string, Partial<CompletedWrite>, string[]]>([
  ["a store in a file", { warnings: ["The words in de stay."] }, ["Revision 7 is published."]],
  ["no node", { nodes: { live: [], others: [] } }, ["Revision 7 is published. No node is running."]],
  [
    "every node",
    { nodes: { live: [node("a", 7)], others: [] } },
    ["Revision 7 is published on 1 of 1 node: a."],
  ],
  [
    "some nodes",
    { nodes: { live: [node("a", 7), node("b", 7)], others: [node("c", 3, 70), node("d", 0)] } },
    [
      "Revision 7 is published on 2 of 4 nodes: a and b.",
      inEnglish("c may still show revision 3 (silent for 1 min)."),
      inEnglish("d has not shown a revision yet."),
    ],
  ],
  [
    "nodes that are ahead or have another text",
    { nodes: { live: [], others: [node("a", 9), node("b", 7)] } },
    [
      "Revision 7 is published on 0 of 2 nodes.",
      inEnglish("a has revision 9."),
      inEnglish("b has another text with the same number."),
    ],
  ],
  ["nodes of which the database said nothing", { warnings: [unknown] }, [inEnglish(unknown)]],
])("a publication says who shows it: %s", (_name, more, sentences) => {
  expect(describePublication(written(more))).toEqual(sentences);
});

describe("a publication that somebody else's has replaced says which is live", () => {
  const ben = { revision: 9, author: "ben" };
  it.each([
    [
      "and the way back",
      { publication: written({}), before },
      ben,
      [
        "Revision 7 was published, but revision 9 by ben has replaced it.",
        "To go back to what revision 6 said, publish it again from the history.",
      ],
    ],
    [
      "before their name is known, after an undo",
      { publication: written({}), before, again: 5, isUndo: true } as const,
      { revision: 9, author: undefined },
      ["Revision 7 was published, but revision 9 has replaced it."],
    ],
  ])("%s", (_name, outcome, overtaker, sentences) => {
    expect(describeOutcome(outcome, overtaker, "Visitors are seeing the notice now.")).toEqual(sentences);
  });
});

it("a publication says who sees it, where the app was asked", () => {
  const outcome = { publication: written({ nodes: { live: [], others: [node("d", 0)] } }), before };
  expect(describeOutcome(outcome, undefined, "Visitors see it when your app is away.")).toEqual([
    "Revision 7 is published on 0 of 1 node. Visitors see it when your app is away.",
    inEnglish("d has not shown a revision yet."),
  ]);
  const again = { ...outcome, publication: written({}), again: 5 };
  expect(describeOutcome(again, undefined, "")).toEqual([
    "Revision 7 is published. It brings back what revision 5 said.",
  ]);
});
