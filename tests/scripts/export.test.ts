import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backendOf } from "../../data/backend.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { checkExport } from "../../scripts/exports.ts";
import { notice, refusal } from "../support/command/command.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();
afterAll(folder.remove);
const env = { DATABASE: join(folder.path, "notice.db"), NOTICE_AUTHOR: "anna" };
const target = join(folder.path, "export");
/** Before the first export, so that ages of pages do not depend on how long the tests take. */
const start = Date.now();

beforeAll(async () => {
  await notice(env, ["init"]);
  await notice(env, ["set", "--title", "Back at nine"]);
});

describe("notice export", () => {
  it("writes pages in the notice's languages, or with --all in every language", async () => {
    await notice(env, ["set", "--expected-return", "+2h"]);
    const { code, stdout, stderr } = await notice(env, ["export", target]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Exported revision 3 to \S+: 3 pages, \d{5} bytes; its expected return is ahead/);
    expect(readFileSync(join(target, "404.html"), "utf8")).toContain(">Back at nine</h1>");
    const all = await notice(env, ["export", target, "--all", "--json"]);
    const files = languageTags.length + 2;
    const result = { folder: target, revision: 3, phase: "upcoming week", files, bytes: expect.any(Number) };
    expect(JSON.parse(all.stdout)).toEqual(result);
    expect(readdirSync(target)).toHaveLength(files);
    await notice(env, ["export", target]);
    expect(readdirSync(target).sort()).toEqual(["404.html", "en.html", "index.html"]);
  });

  it("refuses a target that is a file, or that has no parent", async () => {
    const file = join(folder.path, "file");
    writeFileSync(file, "");
    const orphan = join(folder.path, "none/in");
    for (const [path, reason] of [
      [file, "it is a file or a link"],
      [orphan, "the folder around it does not exist)"],
    ] as const)
      expect(await notice(env, ["export", path])).toEqual(refusal(`exported to ${path} (${reason}`));
  });

  it("creates no folder if there is no store", async () => {
    const none = join(folder.path, "none");
    const outcome = await notice({ DATABASE: join(none, "notice.db") }, ["export", none]);
    expect(outcome).toEqual(refusal("There is no notice store at", 1));
    expect(existsSync(none)).toBe(false);
  });
});

describe("The export line of notice check", () => {
  const line = async (EXPORT_DIR: string, hoursLater = 0) => {
    const installation = readInstallation({ ...env, EXPORT_DIR });
    const backend = await backendOf(installation);
    const now = () => new Date(start + hoursLater * 3_600_000);
    const [result] = await checkExport({ installation, backend, now });
    return result && `${result.state}: ${result.detail}`;
  };

  it("states the age of the pages, and a newer revision that visitors see", async () => {
    expect(await line(target)).toBe(`ok: revision 3, exported less than a minute ago, in ${target}`);
    expect(await line("")).toBeUndefined();
    expect(await line(target, 3)).toMatch(/^failure: revision 3, .*, and visitors .* see revision 3: /);
    // The service gets time to export a change.
    await notice(env, ["set", "--title", "Back at ten"]);
    expect(await line(target)).toMatch(/^warning: revision 3, .* see revision 4: /);
    expect(await line(target, 1)).toMatch(/^failure: revision 3, .* see revision 4: /);
  });

  it("explains why nothing can be exported", async () => {
    const none = join(folder.path, "none");
    expect(await line(none)).toMatch(/^(?:warning|failure): there are no pages yet, in \S+, /);
    const { stdout } = await notice({ ...env, EXPORT_DIR: join(env.DATABASE, "in") }, ["check"]);
    expect(stdout).toContain("FAILURE export: there are no pages yet. Nothing can be exported to ");
  });
});

describe("notice export --worker", () => {
  const edge = join(folder.path, "edge");
  const own = { ...env, DATABASE: join(folder.path, "own.db") };
  const module = join(edge, "worker.js");

  it("writes the module, and Wrangler's configuration only if there is none", async () => {
    await notice(own, ["init"]);
    const run = (...args: string[]) => notice(own, ["export", "--worker", module, ...args]);
    const routes = ["shop.example/*", "*.shop.example/*"];
    const { code, stdout } = await run(...routes.flatMap((route) => ["--route", route]));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Exported revision 1 to \S+: \d{6} bytes\.\nWrote \S+\/wrangler\.jsonc\. /);
    const configuration = readFileSync(join(edge, "wrangler.jsonc"), "utf8");
    const settings = { main: "worker.js", routes, workers_dev: false };
    expect(JSON.parse(configuration.replace(/^\/\/.*/, ""))).toMatchObject(settings);
    expect(readFileSync(module, "utf8").slice(0, 400)).toContain('"author":""}');
    const before = statSync(module).mtimeMs;
    const result = { file: module, revision: 1, bytes: expect.any(Number) };
    expect(JSON.parse((await run("--route", "other.example/*", "--json")).stdout)).toEqual(result);
    const again = (await run("--route", "other.example/*")).stdout;
    expect(again).toContain("\nWrangler's configuration is there already, so --route has no effect.\n");
    expect(statSync(module).mtimeMs).toBe(before);
    expect(readFileSync(join(edge, "wrangler.jsonc"), "utf8")).toBe(configuration);
    expect(readdirSync(edge).sort()).toEqual(["worker.js", "wrangler.jsonc"]);
  });

  it.each([
    [[], "Give either a folder, or --worker with a file."],
    [[target, "--worker", module], "Give either a folder, or --worker with a file."],
    [[target, "--route", "shop.example/*"], "--route needs --worker: "],
    [["--worker", module, "--route", "shop.example"], "It must be a host name, and a path that ends with *"],
    [["--worker", module, "--all"], "cannot be used with option '--all'"],
    [["--worker", own.DATABASE], "own.db was not made by an export. Nothing there was changed: "],
  ])("refuses %j in one sentence", async (args, words) => {
    expect(await notice(own, ["export", ...args])).toEqual(refusal(words));
  });
});
