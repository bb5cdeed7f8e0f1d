import { expect, it } from "vitest";
import { editHere } from "../../../support/service/editor-here.ts";
import { readExamples } from "./examples.ts";

/** When it was published is another time each time. */
const timeless = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (name, value) => (name === "createdAt" ? "…" : value));

it("the API answers every example of docs/api.md as the page says", async () => {
  const here = await editHere();
  const examples = readExamples("docs/api.md", { TOKEN: await here.addToken("deploy") });
  expect(examples).toHaveLength(8);
  for (const { curl, asked, answer } of examples) {
    const { statusCode, headers, body } = await here.ask(asked);
    const given = answer.headers.map(([name]) => [name, headers[name.toLowerCase()]]);
    expect([curl, statusCode, given, timeless(JSON.parse(body))]).toEqual([
      ...[curl, answer.status, answer.headers, timeless(answer.body)],
    ]);
  }
});
