import { expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { startEditorProcess } from "../../support/service/editor-process.ts";
import { trySameKey } from "../../support/trials/same-key.ts";

const pairs = 120;

/** Two editors of one store in a file, each in a process of its own. */
async function startTwo() {
  const one = await startEditorProcess();
  const other = await startEditorProcess({ settings: { DATABASE: one.database } });
  const { stdout } = await notice(one.env, ["token", "create", "trial", "--json"]);
  return { urls: [one.url, other.url] as [string, string], token: JSON.parse(stdout).token };
}

it("one key with two texts through two editors publishes one, and says so of no other", async ({
  annotate,
}) => {
  const { urls, token } = await startTwo();
  const { wrong, refused } = await trySameKey(urls, token, { pairs, isSameText: false });
  await annotate(`${pairs} pairs: ${wrong} told that a text is published which is not`);
  expect({ wrong, refused }).toEqual({ wrong: 0, refused: pairs });
});

it("one key with one text through two editors is one change", async ({ annotate }) => {
  const { urls, token } = await startTwo();
  const { wrong, agreed } = await trySameKey(urls, token, { pairs, isSameText: true });
  await annotate(`${pairs} pairs: ${agreed} were told the same`);
  expect({ wrong, agreed }).toEqual({ wrong: 0, agreed: pairs });
});
