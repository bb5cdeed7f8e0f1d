import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { acme, brandFolder, logo } from "../../support/brand.ts";
import { copyInstallation } from "../../support/installation.ts";
import { listeningSocket } from "../../support/network/listening-socket.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { commandOf, environmentOf, install } from "../../support/trials/package.ts";

/** What a command came to. */
interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Backsoon as somebody has it: a clone, or installed. */
interface Program {
  /** Serves, on a socket if one is given. */
  start(settings?: Record<string, string>, socket?: number): Promise<Service>;
  /** Runs a command to its end. */
  notice(...args: string[]): Promise<Outcome>;
}

/** Somebody who has a clone in their own folder, and has installed the package beside it. */
interface Owner {
  clone: Program;
  installed: Program;
  /** The folder of the clone, and the home of the installed program. */
  folders: { clone: string; home: string };
  /** Runs lines in that user's shell, until one of them fails. */
  shell(lines: string): Promise<Outcome>;
}

/** Gives somebody a built clone and the installed package; both have the settings in their environment. */
function newOwner(settings: Record<string, string> = {}): Owner {
  const got = install(inject("packageFile"), "npm-11", "24", "root");
  const folders = { clone: join(got.home, "backsoon"), home: join(got.home, ".local/share/backsoon") };
  copyInstallation("dist", folders.clone);
  // Where neither is set, the file with the settings says which store and which port it is.
  const cloneEnv: NodeJS.ProcessEnv = { ...process.env, DATABASE: "", PORT: "", ...settings };
  const installedEnv: NodeJS.ProcessEnv = { ...cloneEnv, ...environmentOf(got), BACKSOON_HOME: folders.home };
  const notice = commandOf(got, "notice");
  const serving = commandOf(got, "backsoon");
  return {
    folders,
    clone: {
      start: (more, socket) =>
        startService(textsOf({ ...cloneEnv, ...more }), { root: folders.clone, ...(socket && { socket }) }),
      notice: (...args) => run([process.execPath, join(folders.clone, "scripts/bin.mjs"), ...args], cloneEnv),
    },
    installed: {
      start: (more, socket) =>
        startService(textsOf({ ...installedEnv, ...more }), { command: serving, ...(socket && { socket }) }),
      notice: (...args) => run([...notice, ...args], installedEnv),
    },
    shell: (lines) => {
      const path = folderWith("notice", notice, installedEnv.PATH ?? "", got.home);
      const PATH = [path, process.env.PATH].join(":");
      return run(["sh", "-ec", lines], { ...installedEnv, PATH });
    },
  };
}

/** A folder for a path with a command, which finds on its own path what it needs: that of the shell has the clone's Node. */
function folderWith(name: string, command: string[], path: string, home: string): string {
  const folder = join(home, "path");
  mkdirSync(folder, { recursive: true });
  const words = [`PATH=${path}`, ...command].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  writeFileSync(join(folder, name), `#!/bin/sh\nexec env ${words.join(" ")} "$@"\n`, { mode: 0o755 });
  return folder;
}

function run([program = "", ...args]: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, args, { env, cwd: "/" }, (error, stdout, stderr) =>
      resolve({
        code: typeof error?.code === "number" ? error.code : Number(error !== null),
        stdout,
        stderr,
      }),
    );
  });
}

function textsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** What the documents say to run: on the way there, on the way back, and beside the clone. */
const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("\n## From a clone\n");
const [, there = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
const [, back = ""] = /`(cd [^`]* && mv [^`]*)`/.exec(section) ?? [];

/** Runs what the documents say; that there is a folder with a brand, too, only its reader knows. */
async function move({ shell }: Owner, lines: string): Promise<string> {
  const outcome = await shell(lines.replace("mv .env var", "$& brand"));
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

it("The commands of docs/operations.md move a store from a clone to a package and back", async () => {
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
