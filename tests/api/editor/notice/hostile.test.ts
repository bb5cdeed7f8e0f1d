import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { findFaults } from "../../../../schema/notice/faults.ts";
import { atATime } from "../../../support/at-a-time.ts";
import { sharedEditor } from "../../../support/service/editor-here.ts";
import { type Writer, writing } from "../../../support/service/writing.ts";
import { anyJson } from "../../../support/texts/arbitraries.ts";
import { publishable } from "../../../support/texts/documents.ts";
import { hostileTexts } from "../../../support/texts/hostile-texts.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

const editor = sharedEditor();
let api: Writer;
beforeAll(async () => {
  api = writing(editor(), await editor().addToken("Stranger"));
});
const overwrite = { "If-Match": "*" };

declare module "vitest" {
  interface ProvidedContext {
    /** The number of random documents in a trial. */
    madeUpDocuments?: number;
  }
}
const count = inject("madeUpDocuments") ?? 60;
/** Outside the trial, every twentieth known text is enough. */
const step = inject("madeUpDocuments") ? 1 : 20;

/** Sends values in turn as documents, patches and validations. Returns the number of each outcome. */
async function sendAll(values: unknown[]): Promise<{ published: number; refused: number }> {
  const before = (await editor().backend.latestNumber()) ?? 0;
  const overwriting = (text: string) => api.put(text, overwrite);
  const ways = [overwriting, api.patch, api.validate] as const;
  const counts = { published: 0, refused: 0 };
  await atATime(4, [...values.entries()], async ([index, value]) => {
    const way = index % ways.length;
    const reply = await (ways[way] ?? ways[0])(JSON.stringify(value));
    const { errors = [], notice, published } = reply.json();
    const isRefused = reply.statusCode === 422;
    if (isRefused) counts.refused += 1;
    if (published) counts.published += 1;
    // Every refusal has a fault, and nothing else is accepted than a notice.
    const isRight = isRefused || findFaults(notice).length === 0;
    const expected = [value, isRefused ? 422 : 200, isRefused, true];
    expect([value, reply.statusCode, errors.length > 0, isRight]).toEqual(expected);
    // A patch may be a notice only with the rest of it.
    if (way !== 1) expect([value, isRefused]).toEqual([value, findFaults(value).length > 0]);
  });
  expect(await editor().backend.latestNumber()).toBe(before + counts.published);
  return counts;
}

describe("The editor's API publishes only notices and names every fault", () => {
  it("of random documents", async () => {
    const { published, refused } = await sendAll(fc.sample(anyJson, count));
    expect(published).toBeGreaterThan(count / 100);
    expect(refused).toBeGreaterThan(count / 2);
  });

  it("of documents in several languages", async () => {
    // In the trial, each document comes in every way.
    const documents = publishable.map(([, document]) => document);
    if (step === 1) await sendAll(documents.flatMap((document) => [document, document, document]));
    else await sendAll(documents.filter((_document, index) => index % 3 === 0));
  });

  it("of hostile texts", async () => {
    const some = hostileTexts.filter((_text, index) => index % step === 0);
    const fields = ["title", "message", "expectedReturn", "contactEmail", "language"];
    // The sixth text is the name of a field.
    await sendAll(some.map((text, index) => ({ ...noticeWith(), [fields[index % 6] ?? text]: text })));
  });
});

it("The editor's API answers documents that are slow to check", async () => {
  const tags = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`t${n}`, { title: 1 }]));
  for (const body of [
    JSON.stringify(noticeWith({ translations: tags as never })),
    JSON.stringify(noticeWith({ contactEmail: `${"a.".repeat(200_000)}@b.co` })),
    JSON.stringify(noticeWith({ language: `de${"-abcde".repeat(80_000)}` })),
    JSON.stringify({ ...noticeWith(), [`${"x".repeat(500_000)}`]: 1 }),
    `{"translations":${'{"a":'.repeat(200_000)}`,
  ]) {
    const reply = await api.put(body, overwrite);
    expect([400, 413, 422]).toContain(reply.statusCode);
    expect(reply.body.length).toBeLessThan(50_000);
  }
});
