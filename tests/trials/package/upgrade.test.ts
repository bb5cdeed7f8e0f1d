import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { acme, brandFolder, logo } from "../../support/brand.ts";
import { listeningSocket } from "../../support/network/listening-socket.ts";
import { newOwner, type Owner, type Program } from "./support/program.ts";

/** What the documents say to run: on the way there, on the way back, and beside the clone. */
const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("\n## From a clone\n");
const [, there = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
const [, back = ""] = /`(cd [^`]* && mv [^`]*)`/.exec(section) ?? [];

/** Runs what the documents say; that there is a folder with a brand, too, only its reader knows. */
async function move({ shell }: Owner, lines: string): Promise<string> {
  const outcome = await shell(lines.replace("mv .env var", "$& brand"));
  // What npx writes of its own settings is between it and whoever has these.
  expect(outcome).toMatchObject({ code: 0 });
  return outcome.stdout;
}

async function json({ notice }: Program, ...args: string[]) {
  const outcome = await notice(...args, "--json");
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  return JSON.parse(outcome.stdout);
}

/** Everything that a store tells, and how the service names the document that it shows. */
async function kept(program: Program, url: string) {
  const [history, tokens] = [await json(program, "history"), await json(program, "token", "list")];
  const { headers } = await fetch(`${url}/api/notice`);
  return { history, tokens, shown: [headers.get("etag"), headers.get("maintenance-notice")] };
}

/** Publishes a title and gives what the command said. */
async function publish({ notice }: Program, title: string): Promise<string> {
  const outcome = await notice("set", "--title", title, "--keep-translations", "--wait", "1m");
  expect(outcome).toMatchObject({ code: 0 });
  return outcome.stdout;
}

it("a store in a file moves from a clone to the installed package and back, as the documents say", async () => {
  const owner = newOwner();
  const { clone, installed, folders } = owner;
  writeFileSync(join(folders.clone, ".env"), "NOTICE_AUTHOR=anna\nBRAND_DIR=brand\n");
  cpSync(brandFolder(acme, { "logo.svg": logo }), join(folders.clone, "brand"), { recursive: true });
  for (const args of [
    ["init"],
    ["set", "--language", "en", "--title", "One", "--message", "Back at nine."],
    ["set", "--lang", "de", "--title", "Eins", "--message", "Um neun zurück."],
    ["token", "create", "shop"],
  ])
    expect(await clone.notice(...args)).toMatchObject({ code: 0 });
  const { url, descriptor } = listeningSocket();
  let service = await clone.start({}, descriptor);
  const first = await kept(clone, url);

  expect(await service.ended("SIGTERM")).toBe(0);
  expect(await move(owner, there)).toContain(join(folders.home, "var/notice.db"));
  service = await installed.start({}, descriptor);
  expect(await kept(installed, url)).toEqual(first);
  await publish(installed, "Two");
  const second = await kept(installed, url);
  expect(second).toMatchObject({ history: { length: 4 }, tokens: first.tokens });
  expect(await (await fetch(url, { headers: { Accept: "text/html" } })).text()).toContain(acme.name);

  expect(await service.ended("SIGTERM")).toBe(0);
  await move(owner, back);
  await clone.start({}, descriptor);
  expect(await kept(clone, url)).toEqual(second);
  await publish(clone, "Three");
});
