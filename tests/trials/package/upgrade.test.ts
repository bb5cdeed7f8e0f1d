import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { acme, brandFolder, logo } from "../../support/brand.ts";
import { copyInstallation } from "../../support/installation.ts";
import { pageAt } from "../../support/network/http.ts";
import { listeningSocket } from "../../support/network/listening-socket.ts";
import { startService } from "../../support/service/service.ts";
import { environmentOf, install } from "./support/installing.ts";

const [, section = ""] = readFileSync("docs/operations.md", "utf8").split("\n## From a clone\n");
const [, there = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
const [, back = ""] = /`(cd [^`]* && mv [^`]*)`/.exec(section) ?? [];

it("The commands of docs/operations.md move a store from a clone to a package and back", async () => {
  const got = await install(inject("packageFile"), "npm-11", "24", "root");
  const clone = copyInstallation("dist", join(got.home, "backsoon"));
  const home = join(got.home, ".local/share/backsoon");
  const PATH = [got.bin, dirname(got.node), process.env.PATH].join(":");
  // The settings are in `.env`, not in the environment.
  const own = { ...process.env, ...environmentOf(got), PATH, DATABASE: "", PORT: "" };
  const programs = {
    clone: {
      notice: [process.execPath, join(clone, "scripts/bin.mjs")],
      serves: [process.execPath, join(clone, "dist/node/api/server.js")],
      env: own,
    },
    package: {
      notice: [join(got.bin, "notice")],
      serves: [join(got.bin, "backsoon")],
      env: { ...own, BACKSOON_HOME: home },
    },
  };
  let running: keyof typeof programs = "clone";
  const run = async ([program = "", ...args]: string[], env: NodeJS.ProcessEnv) =>
    (await promisify(execFile)(program, args, { env, cwd: "/" })).stdout;
  const notice = (...args: string[]) => run([...programs[running].notice, ...args], programs[running].env);
  // Only a reader knows that `.env` names the folder of a brand.
  const type = (lines: string) =>
    run(["sh", "-ec", lines.replace("mv .env var", "$& brand")], programs.package.env);
  const { url, descriptor: socket } = listeningSocket();
  const start = () => startService(programs[running].env, { command: programs[running].serves, socket });
  /** Everything that a store keeps, and how the service names its document. */
  const kept = async () => {
    const history: unknown[] = JSON.parse(await notice("history", "--json"));
    const { headers } = await fetch(`${url}/api/notice`);
    const shown = [headers.get("etag"), headers.get("maintenance-notice")];
    return { history, tokens: await notice("token", "list", "--json"), shown };
  };
  const publish = (title: string) => notice("set", "--title", title, "--keep-translations", "--wait", "1m");

  writeFileSync(join(clone, ".env"), "NOTICE_AUTHOR=anna\nBRAND_DIR=brand\n");
  cpSync(brandFolder(acme, { "logo.svg": logo }), join(clone, "brand"), { recursive: true });
  await notice("init");
  await notice("set", "--language", "en", "--title", "One", "--message", "Back at nine.");
  await notice("set", "--lang", "de", "--title", "Eins", "--message", "Um neun zurück.");
  await notice("token", "create", "shop");
  let service = await start();
  const first = await kept();

  expect(await service.ended("SIGTERM")).toBe(0);
  expect(await type(there)).toContain(join(home, "var/notice.db"));
  running = "package";
  service = await start();
  expect(await kept()).toEqual(first);
  await publish("Two");
  const second = await kept();
  expect(second).toMatchObject({ history: { length: 4 }, tokens: first.tokens });
  expect(await pageAt(url)).toContain(acme.name);

  expect(await service.ended("SIGTERM")).toBe(0);
  await type(back);
  running = "clone";
  await start();
  expect(await kept()).toEqual(second);
  await publish("Three");
});
