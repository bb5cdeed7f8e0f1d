import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { findFaults } from "../../../../schema/notice/faults.ts";
import { atATime } from "../../../support/at-a-time.ts";
import type { Reply } from "../../../support/network/http.ts";
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
const latestNumber = async () => {
  const store = await editor().backend.read();
  return store.latestNumber().finally(() => store.close());
};

declare module "vitest" {
  interface ProvidedContext {
    /** The number of random documents in a trial. */
    madeUpDocuments?: number;
  }
}

const count = inject("madeUpDocuments") ?? 60;
/** Outside the trial, every twentieth known text is enough. */
const step = inject("madeUpDocuments") ? 1 : 20;

/** The outcome that a reply tells. Any other reply fails the test. */
function outcomeOf(answer: Reply, value: unknown): "published" | "valid" | "refused" {
  const { statusCode, body } = answer;
  if (statusCode !== 200 && statusCode !== 422)
    throw new Error(`${statusCode} for ${JSON.stringify(value)}: ${body}`);
  if (statusCode === 422) {
    expect(answer.json().errors.length).toBeGreaterThan(0);
    return "refused";
  }
  expect(findFaults(answer.json().notice)).toEqual([]);
  return answer.json().published ? "published" : "valid";
}

/** Sends values in turn as documents, patches and validations. Returns the number of each outcome. */
async function sendAll(values: unknown[]): Promise<Record<string, number>> {
  const before = await latestNumber();
  const ways: ((value: unknown) => Promise<Reply>)[] = [
    (value) => api.put(JSON.stringify(value), overwrite),
    (value) => api.patch(JSON.stringify(value)),
    (value) => api.validate(JSON.stringify(value)),
  ];
  const counts: Record<string, number> = { published: 0, valid: 0, refused: 0 };
  await atATime(4, [...values.entries()], async ([index, value]) => {
    const way = index % ways.length;
    const outcome = outcomeOf((await ways[way]?.(value)) as Reply, value);
    // A whole document is accepted only if it is a notice.
    if (way !== 1) expect([value, outcome === "refused"]).toEqual([value, findFaults(value).length > 0]);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  });
  expect(await latestNumber()).toBe(before + Number(counts.published));
  return counts;
}

describe("The editor's API", () => {
  it("publishes only notices and names every fault of random documents", async () => {
    const { published, refused } = await sendAll(fc.sample(anyJson, count));
    expect(Number(published)).toBeGreaterThan(count / 100);
    expect(Number(refused)).toBeGreaterThan(count / 2);
  });

  it("publishes only notices and names every fault of documents in several languages", async () => {
    // In the trial, each document comes in every way.
    const documents = publishable.map(([, document]) => document);
    if (step === 1) await sendAll(documents.flatMap((document) => [document, document, document]));
    else await sendAll(documents.filter((_document, index) => index % 3 === 0));
  });

  it("publishes only notices and names every fault of hostile texts", async () => {
    const some = hostileTexts.filter((_text, index) => index % step === 0);
    const inAField = some.map((text, index) => {
      const field = ["title", "message", "expectedReturn", "contactEmail", "language", text][index % 6] ?? "";
      return Object.fromEntries([...Object.entries(noticeWith()), [field, text]]);
    });
    await sendAll(inAField);
  });

  it("answers documents that are slow to check", async () => {
    const tags = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`t${n}`, { title: 1 }]));
    const deep = (brackets: string) => brackets.repeat(200_000);
    const long = [
      JSON.stringify(noticeWith({ translations: tags as never })),
      JSON.stringify(noticeWith({ contactEmail: `${"a.".repeat(200_000)}@b.co` })),
      JSON.stringify(noticeWith({ language: `de${"-abcde".repeat(80_000)}` })),
      JSON.stringify({ ...noticeWith(), [`${"x".repeat(500_000)}`]: 1 }),
      `{"translations":${deep('{"a":')}`,
    ];
    for (const body of long) {
      const answer = await api.put(body, overwrite);
      expect([400, 413, 422]).toContain(answer.statusCode);
      expect(answer.body.length).toBeLessThan(50_000);
    }
  });
});
