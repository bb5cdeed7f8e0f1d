import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { asking } from "../network/http.ts";
import { writing } from "../service/writing.ts";

const pairs = 120;

/** What came of pairs of changes, each of which was sent through two editors with one key. */
interface SameKey {
  /** How often an answer said that a text is published which is not. */
  wrong: number;
  /** How often one was published, and the other refused for its key. */
  refused: number;
  /** How often both were told the same of the same revision. */
  agreed: number;
}

/** Sends the pairs through two editors of one store, both at once, with one text or with two. */
async function trySameKey(
  urls: [string, string],
  token: string,
  { isSameText }: { isSameText: boolean },
): Promise<SameKey> {
  const apis = urls.map((url) => writing({ ask: asking(url) }, token));
  const seen: SameKey = { wrong: 0, refused: 0, agreed: 0 };
  for (let pair = 0; pair < pairs; pair += 1) {
    const headers = { "Idempotency-Key": randomUUID() };
    const answers = await Promise.all(
      apis.map(async (api, index) => {
        const title = isSameText ? `${pair}` : `${pair} by ${index}`;
        const answer = await api.patch({ title }, headers);
        return { title, statusCode: answer.statusCode, ...answer.json() };
      }),
    );
    for (const { title, revision, published } of answers) {
      if (!published) continue;
      const stored = (await apis[0]?.get(`/api/revisions/${revision}`))?.json();
      if (stored.notice.title !== title) seen.wrong += 1;
    }
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    if (statuses.join() === "200,422") seen.refused += 1;
    if (statuses.join() === "200,200" && answers[0]?.revision === answers[1]?.revision) seen.agreed += 1;
  }
  return seen;
}

/** The tests that one key is one change through two editors of one store, which `startTwo` starts. */
export function testSameKey(startTwo: () => Promise<{ urls: [string, string]; token: string }>): void {
  it("one key with two texts through two editors publishes one, and says so of no other", async ({
    annotate,
  }) => {
    const { urls, token } = await startTwo();
    const { wrong, refused } = await trySameKey(urls, token, { isSameText: false });
    await annotate(`${pairs} pairs: ${wrong} told that a text is published which is not`);
    expect({ wrong, refused }).toEqual({ wrong: 0, refused: pairs });
  });

  it("one key with one text through two editors is one change", async ({ annotate }) => {
    const { urls, token } = await startTwo();
    const { wrong, agreed } = await trySameKey(urls, token, { isSameText: true });
    await annotate(`${pairs} pairs: ${agreed} were told the same`);
    expect({ wrong, agreed }).toEqual({ wrong: 0, agreed: pairs });
  });
}
