import { describe, expect, it } from "vitest";
import { proposeTranslation } from "../../../api/assist/translate.ts";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import type { Texts } from "../../../schema/words/written-texts.ts";
import { type Row, rows } from "./planted.ts";

/** What comes of a reply: the checks that object to it, or that it is refused. */
async function outcomeOf(
  { from, given, to }: Row,
  reply: Texts,
): Promise<{ found: string[]; details: string[] }> {
  const chat = { complete: async () => JSON.stringify(reply) };
  try {
    const { objections } = await proposeTranslation(chat, { words: given, from, to, examples: [] });
    return { found: objections.map(({ check }) => check), details: objections.map(({ detail }) => detail) };
  } catch (error) {
    if (!isNoticeError(error, "PROPOSAL_REFUSED")) throw error;
    return { found: ["refused"], details: [error.message] };
  }
}

/** Right translations that a check objects to all the same, with what it says: none. */
const falseAlarms: Record<string, string[]> = {};

describe("translations that are right", () => {
  it.each(rows.map((row) => [`${row.from} to ${row.to}: ${row.given.title}`, row] as const))(
    "%s",
    async (name, row) => {
      const { details } = await outcomeOf(row, row.right);
      expect(details).toEqual(falseAlarms[name] ?? []);
    },
  );
});

const planted = rows.flatMap((row) =>
  row.plants.map((plant) => [`${row.to}: ${plant[0]}`, row, plant] as const),
);

describe("translations with a planted error", () => {
  it("are in at least sixty languages and errors, and in most of the page's languages", () => {
    expect(planted.length).toBeGreaterThan(100);
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(new Set(rows.map(({ to }) => to)).size).toBeGreaterThanOrEqual(50);
  });

  it.each(planted)("%s", async (_name, row, [, find, replacement, finder]) => {
    const reply = Object.fromEntries(
      Object.entries(row.right).map(([field, text]) => [field, text.replace(find, replacement)]),
    );
    expect(reply).not.toEqual(row.right);
    const { found } = await outcomeOf(row, reply);
    expect(found).toContain(finder);
  });
});

/** A right translation with one of its digits, tokens aside, another or gone. */
function changedDigits({ right }: Row): Texts[] {
  return Object.entries(right).flatMap(([field, text]) =>
    [...text.matchAll(/(?<!⟦)\p{Nd}/gu)].flatMap(({ 0: digit, index }) => {
      const point = digit.codePointAt(0) ?? 0;
      const next = [point + 1, point - 9].map((other) => String.fromCodePoint(other));
      const another = next.find((other) => /\p{Nd}/u.test(other)) ?? "";
      const replacements = index === text.search(/\p{Nd}/u) ? [another, ""] : [another];
      return replacements.map((replacement) => ({
        ...right,
        [field]: text.slice(0, index) + replacement + text.slice(index + digit.length),
      }));
    }),
  );
}

it.each(rows.map((row) => [`${row.from} to ${row.to}`, row] as const))(
  "no changed or lost digit of a translation passes: %s",
  async (_name, row) => {
    const passed: Texts[] = [];
    for (const reply of changedDigits(row)) {
      const { found } = await outcomeOf(row, reply);
      if (!found.some((finder) => ["refused", "numbers", "times", "names"].includes(finder)))
        passed.push(reply);
    }
    expect(passed).toEqual([]);
  },
);

/** Errors that no check finds, so that nobody relies on it: only a person who reads the language does. */
const missed: [error: string, given: string, to: Row["to"], reply: string][] = [
  [
    "another language in the same script",
    "We are moving, and will be back soon.",
    "it",
    "Nos mudamos, y volveremos pronto.",
  ],
  ["numbers that changed places", "3 servers and 5 disks", "de", "5 Server und 3 Platten"],
  ["another number in words", "We need two hours.", "de", "Wir brauchen drei Stunden."],
  ["another part of the day in words", "Back in the morning.", "de", "Am Abend wieder da."],
  ["a duration that became a time in the same words", "Ready in 2 hours.", "fr", "Prêt vers 2 heures."],
  ["before for after", "We are back before 9 pm.", "de", "Nach 21 Uhr sind wir wieder da."],
  ["a unit less", "10% of the orders wait.", "de", "10 Bestellungen warten."],
  ["another currency in words", "It costs 10 dollars.", "de", "Das kostet 10 Euro."],
  ["a day and a month in figures alone that changed places", "Back on 3/4.", "de", "Am 3.4. wieder da."],
  ["an address in words", "We will tell you more.", "de", "Mehr unter example Punkt com."],
  ["another sign", "It was -5 degrees.", "de", "Es waren 5 Grad."],
  ["a promise", "We will be back soon.", "de", "Wir sind garantiert bald wieder da."],
  ["a negation less", "Your orders are not lost.", "de", "Ihre Bestellungen sind verloren."],
  ["a sentence less", "We are moving. Your orders are safe.", "de", "Wir ziehen um."],
  ["the name of an account", "We will tell you more.", "de", "Mehr sagt Ihnen @example_status."],
];

it.each(missed)("nothing finds %s", async (_error, given, to, reply) => {
  const row: Row = { from: "en", given: { message: given }, to, right: {}, plants: [] };
  expect((await outcomeOf(row, { message: reply })).details).toEqual([]);
});
