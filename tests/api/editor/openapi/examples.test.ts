import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { switchFolder } from "../../../support/folder.ts";
import type { Asked } from "../../../support/network/http.ts";
import { editHere } from "../../../support/service/editor-here.ts";

/** The words of a command as a shell reads them, which knows $TOKEN. */
function wordsOf(line: string, token: string): string[] {
  const words = line.replaceAll("\\\n", " ").matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g);
  return [...words].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_all, literal, quoted = "") =>
      literal === undefined ? quoted.replaceAll("$TOKEN", token) : literal,
    ),
  );
}

/** The request that curl would send. */
function readCurl([program, ...words]: string[]): Asked {
  expect(program).toBe("curl");
  const asked: Asked & { headers: Record<string, string> } = { headers: {} };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word.startsWith("http")) asked.url = word.replace(/^\w+:\/\/[^/]+/, "");
    else if (word === "-X") asked.method = words.shift() ?? "";
    else if (word === "-d") asked.payload = words.shift() ?? "";
    else if (word === "-H") {
      const [name = "", value = ""] = words.shift()?.split(/: (.*)/) ?? [];
      asked.headers[name] = value;
    } else if (word !== "-i") throw new Error(`This test does not know an option of an example: ${word}`);
  }
  return asked;
}

/** A body without times. */
const timeless = (body: string) =>
  JSON.parse(body, (name, value) => (["createdAt", "since"].includes(name) ? "…" : value));

it("The API answers every example in docs/api.md as the document says", async () => {
  const here = await editHere({ switch: join(switchFolder(), "on") });
  const token = await here.addToken("deploy");
  const pairs = /```sh\n(curl [^`]*)```\n\n```http\n([^`]*)```/g;
  const examples = [...readFileSync("docs/api.md", "utf8").matchAll(pairs)];
  expect(examples).toHaveLength(10);
  for (const [, curl = "", http = ""] of examples) {
    const reply = await here.ask(readCurl(wordsOf(curl, token)));
    const [head = "", body = ""] = http.split("\n\n");
    const [line = "", ...headers] = head.trim().split("\n");
    const given = headers.map((header) => {
      const [name = ""] = header.split(": ");
      return `${name}: ${reply.headers[name.toLowerCase()]}`;
    });
    expect([curl, reply.statusCode, given, timeless(reply.body)]).toEqual([
      ...[curl, Number(line.split(" ")[1]), headers, timeless(body)],
    ]);
  }
});
