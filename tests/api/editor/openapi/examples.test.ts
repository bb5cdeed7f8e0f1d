import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { switchFolder } from "../../../support/folder.ts";
import type { Asked } from "../../../support/network/http.ts";
import { editHere } from "../../../support/service/editor-here.ts";

/** A request in a document, with the reply there. */
interface Example {
  /** The command in the document. */
  curl: string;
  asked: Asked;
  answer: { status: number; headers: [name: string, value: string][]; body: unknown };
}

/** The examples for curl in a document, with their replies. `variables` are those of the shell. */
function readExamples(file: string, variables: Record<string, string>): Example[] {
  const pairs = /```sh\n(curl [^`]*)```\n\n```http\n([^`]*)```/g;
  return [...readFileSync(file, "utf8").matchAll(pairs)].map(([, curl = "", http = ""]) => ({
    curl,
    asked: readCurl(wordsOf(curl, variables)),
    answer: readAnswer(http),
  }));
}

/** The words of a command as a shell reads them. */
function wordsOf(line: string, variables: Record<string, string>): string[] {
  const words = line.replaceAll("\\\n", " ").matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g);
  return [...words].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_all, literal, quoted = "") =>
      literal === undefined
        ? quoted.replaceAll(/\$(\w+)/g, (_: string, name: string) => variables[name] ?? "")
        : literal,
    ),
  );
}

/** What curl would send. */
function readCurl([program, ...words]: string[]): Asked {
  if (program !== "curl") throw new Error(`This is no curl: ${program}`);
  const asked: Asked & { headers: Record<string, string> } = { headers: {} };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const { pathname, search } = word.startsWith("http") ? new URL(word) : { pathname: "", search: "" };
    if (pathname) asked.url = pathname + search;
    else if (word === "-X") asked.method = rest.shift() ?? "";
    else if (word === "-d") asked.payload = rest.shift() ?? "";
    else if (word === "-H") {
      const [name = "", value = ""] = rest.shift()?.split(/: (.*)/) ?? [];
      asked.headers[name] = value;
    } else if (word !== "-i")
      throw new Error(`An example has an option that this test does not know: ${word}`);
  }
  return asked;
}

function readAnswer(http: string): Example["answer"] {
  const [head = "", body = ""] = http.split("\n\n");
  const [line = "", ...headers] = head.trim().split("\n");
  return {
    status: Number(line.split(" ")[1]),
    headers: headers.map((header) => header.split(/: (.*)/).slice(0, 2) as [string, string]),
    body: JSON.parse(body),
  };
}

/** A body without times. */
const timeless = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (name, value) => (["createdAt", "since"].includes(name) ? "…" : value));

it("The API answers every example in docs/api.md as the document says", async () => {
  const here = await editHere({ switch: join(switchFolder(), "on") });
  const examples = readExamples("docs/api.md", { TOKEN: await here.addToken("deploy") });
  expect(examples).toHaveLength(10);
  for (const { curl, asked, answer } of examples) {
    const { statusCode, headers, body } = await here.ask(asked);
    const given = answer.headers.map(([name]) => [name, headers[name.toLowerCase()]]);
    expect([curl, statusCode, given, timeless(JSON.parse(body))]).toEqual([
      ...[curl, answer.status, answer.headers, timeless(answer.body)],
    ]);
  }
});
