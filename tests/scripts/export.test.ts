import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backendOf } from "../../data/backend.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { readInstallation } from "../../schema/settings/installation.ts";
import { checkExport } from "../../scripts/exports/check-export.ts";
import { notice } from "../support/command/command.ts";
import { newFolder } from "../support/folder.ts";

const folder = newFolder();
afterAll(folder.remove);
const env = { DATABASE: join(folder.path, "notice.db"), NOTICE_AUTHOR: "anna" };
const target = join(folder.path, "export");
/** Before anything is published: what is said of a time does not depend on how long this takes. */
const start = Date.now();
const current = (...path: string[]) => readFileSync(join(target, "current", ...path), "utf8");

beforeAll(async () => {
  await notice(env, ["init"]);
  await notice(env, ["set", "--title", "Back at nine"]);
});

describe("notice export", () => {
  it("writes what the latest revision says in every language, the document, and the phase of the expected return", async () => {
    await notice(env, ["set", "--expected-return", "+2h"]);
    const { code, stdout, stderr } = await notice({ ...env, POLL_SECONDS: "7" }, ["export", target]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^Exported revision 3 to \S+: \d{3} files, \d{7} bytes; its expected return is ahead\.\n$/,
    );
    expect(current("pages", "de.txt")).toMatch(/^Back at nine\n/);
    expect(JSON.parse(current("notice.json"))).toMatchObject({ title: "Back at nine" });
    expect(JSON.parse(current("export.json"))).toMatchObject({ revision: 3, phase: "upcoming week" });
    expect(current("pages", "en.html")).toContain('"pollSeconds":7,');
  });

  it.each<[what: string, make: (path: string) => string, code: number, said: RegExp]>([
    [
      "a file",
      (path) => path,
      2,
      /^Nothing can be exported to \S+ \(it is a file\): give a path in a folder /,
    ],
    [
      "a folder in a file",
      (path) => join(path, "in"),
      2,
      /\(it is a file, or something on the way to it is\)/,
    ],
    [
      "a folder around which there is none",
      (path) => join(`${path}-none`, "in"),
      2,
      /\(the folder around it does not exist\)/,
    ],
    [
      "a link that leads nowhere",
      (path) => {
        symlinkSync("nowhere", `${path}-link`);
        return `${path}-link`;
      },
      2,
      /\(the folder around it does not exist\)/,
    ],
    [
      "a folder that deploys something else",
      (path) => {
        mkdirSync(join(`${path}-app`, "current"), { recursive: true });
        return `${path}-app`;
      },
      2,
      /\/current was not made by an export\. Nothing there was changed: /,
    ],
  ])("says in one line what is wrong with %s", async (what, make, code, said) => {
    const file = join(folder.path, what.replaceAll(" ", "-"));
    writeFileSync(file, "");
    const outcome = await notice(env, ["export", make(file)]);
    expect(outcome.stderr).toMatch(said);
    expect(outcome.stderr.match(/\n/g)).toHaveLength(1);
    expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
  });

  it("writes pages without a script for a host that answers 200, says so for programs, and writes into no folder of the other kind", async () => {
    const pages = join(folder.path, "pages");
    // A page in each language, index.html and 404.html.
    const files = languageTags.length + 2;
    const withoutScript = (target: string) => notice(env, ["export", target, "--no-live"]);
    const { code, stdout } = await withoutScript(pages);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `^Exported revision 3 to \\S+: ${files} files, \\d+ bytes; its expected return is ahead\\.\n$`,
        ),
      ),
    ]);
    expect(readdirSync(join(pages, "assets"))).toEqual([]);
    expect(readdirSync(join(pages, "current")).sort()).toEqual(["export.json", "pages"]);
    const again = await notice(env, ["export", pages, "--no-live", "--json"]);
    expect(JSON.parse(again.stdout)).toEqual({
      folder: pages,
      revision: 3,
      phase: "upcoming week",
      files,
      bytes: expect.any(Number),
    });
    const page = readFileSync(join(pages, "current", "pages", "404.html"), "utf8");
    expect(page).toContain(">Back at nine</h1>");
    expect(page).not.toContain("<script");
    const [refused, alsoRefused] = [await withoutScript(target), await notice(env, ["export", pages])];
    expect([refused.code, refused.stderr]).toEqual([
      2,
      `${target} has an export made without --no-live, which is not replaced: give another folder.\n`,
    ]);
    expect([alsoRefused.code, alsoRefused.stderr]).toEqual([
      2,
      `${pages} has an export made with --no-live, which is not replaced: give another folder.\n`,
    ]);
  });

  it.each(["nginx", "caddy"])(
    "prints how %s serves a folder, and touches neither store nor folder",
    async (proxy) => {
      const none = { DATABASE: join(folder.path, "none", "notice.db"), RETRY_AFTER: "30" };
      const { code, stdout, stderr } = await notice(none, ["export", target, "--proxy", proxy]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain(`${target}/current`);
      expect(stdout.match(/ 3[0-9]\b(?=;|$)/gm)).toEqual([" 30", " 31", " 33"]);
      expect(stdout).toBe((await notice(none, ["proxy", proxy, "--whole", "--files", target])).stdout);
      expect(existsSync(join(folder.path, "none"))).toBe(false);
    },
  );

  it.each([
    [
      [join(folder.path, "a $b"), "--proxy", "nginx"],
      /^\S+\/a \$b cannot be written in a configuration: give /,
    ],
    [[target, "--proxy", "haproxy"], /Allowed choices are nginx, caddy/],
    [[target, "--proxy", "nginx", "--json"], /cannot be used with option '--json'/],
    [[target, "--proxy", "nginx", "--no-live"], /cannot be used with option '--no-live'/],
  ])("prints no configuration for %j", async (args, said) => {
    const { code, stdout, stderr } = await notice(env, ["export", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(said);
  });

  it("makes no folder without a store", async () => {
    const none = join(folder.path, "none");
    const { code, stderr } = await notice({ DATABASE: join(none, "notice.db") }, ["export", none]);
    expect(stderr).toMatch(/init/);
    expect([code, existsSync(none)]).toEqual([1, false]);
  });
});

describe("notice check", () => {
  const line = async (EXPORT_DIR: string, laterMs = 0) => {
    const installation = readInstallation({ ...env, EXPORT_DIR });
    const backend = await backendOf(installation);
    const [result] = await checkExport({ installation, backend, now: () => new Date(start + laterMs) });
    return result && `${result.state}: ${result.detail}`;
  };
  const hour = 60 * 60 * 1000;

  it("says how old the export is", async () => {
    expect(await line(target)).toBe(`ok: revision 3, exported less than a minute ago, in ${target}`);
    expect(await line("")).toBeUndefined();
  });

  it("says that it has another phase than the service shows, and where to look", async () => {
    expect(await line(target, 3 * hour)).toMatch(
      /^failure: revision 3, exported [^,]+ ago, in \S+, and not what visitors of the service see \(revision 3\): check that the service runs/,
    );
  });

  it("does not count pages without a script", async () => {
    expect(await line(join(folder.path, "pages"), 60_000)).toMatch(
      /^failure: revision 3, exported [^,]+, in \S+, and not what visitors of the service see /,
    );
  });

  it("leaves the service the time to export what was published a moment ago", async () => {
    await notice(env, ["set", "--title", "Back at ten"]);
    expect(await line(target)).toMatch(
      /^warning: revision 3, .* \(revision 4\): check that the service runs/,
    );
    expect(await line(target, hour)).toMatch(/^failure: revision 3, .* \(revision 4\): check that/);
  });

  it("says why the next change could not be exported", async () => {
    expect(await line(join(folder.path, "none"))).toMatch(
      /^(?:warning|failure): nothing has been exported to \S+: check that /,
    );
    const { stdout } = await notice({ ...env, EXPORT_DIR: join(env.DATABASE, "in") }, ["check"]);
    expect(stdout).toMatch(
      /^FAILURE export: nothing has been exported\. Nothing can be exported to \S+ \(it is a file, or something/m,
    );
  });
});

describe("notice export --worker", () => {
  const edge = join(folder.path, "edge");
  const own = { ...env, DATABASE: join(folder.path, "own.db") };
  const module = join(edge, "worker.js");
  const files = () => readdirSync(edge).sort();

  it("writes the module, and Wrangler's configuration once, unless there is one", async () => {
    await notice(own, ["init"]);
    const routes = ["--route", "shop.example/*", "--route", "*.shop.example/*"];
    const { code, stdout, stderr } = await notice(own, ["export", "--worker", module, ...routes]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^Exported revision 1 to \S+: \d{6} bytes\.\nWrote \S+\/wrangler\.jsonc\. Deploy from that folder: npx wrangler deploy\n$/,
    );
    const configuration = readFileSync(join(edge, "wrangler.jsonc"), "utf8");
    expect(JSON.parse(configuration.replace(/^\/\/.*/, ""))).toMatchObject({
      main: "worker.js",
      routes: ["shop.example/*", "*.shop.example/*"],
      workers_dev: false,
    });
    expect(readFileSync(module, "utf8").slice(0, 400)).toContain('"author":""}');
    const before = statSync(module).mtimeMs;
    const again = await notice(own, ["export", "--worker", module, "--route", "other.example/*", "--json"]);
    expect(JSON.parse(again.stdout)).toEqual({ file: module, revision: 1, bytes: expect.any(Number) });
    const told = await notice(own, ["export", "--worker", module, "--route", "other.example/*"]);
    expect(told.stdout).toContain("\nWrangler's configuration is there already, so --route has no effect.\n");
    expect(statSync(module).mtimeMs).toBe(before);
    expect(readFileSync(join(edge, "wrangler.jsonc"), "utf8")).toBe(configuration);
    expect(files()).toEqual(["worker.js", "wrangler.jsonc"]);
  });

  it.each([
    [[], /^Give either a folder, or --worker with a file\.\n$/],
    [[target, "--worker", module], /^Give either a folder, or --worker with a file\.\n$/],
    [[target, "--route", "shop.example/*"], /^--route needs --worker: /],
    [["--worker", module, "--route", "shop.example"], /It must be a host name, and a path that ends with \*/],
    [["--worker", module, "--no-live"], /cannot be used with option '--no-live'/],
    [["--worker", own.DATABASE], /own\.db was not made by an export\. Nothing there was changed: /],
    [["--worker", folder.path], /\(it is a folder, and must be a file\): give a path in a folder /],
    [["--worker", join(folder.path, "no", "such", "worker.js")], /\(the folder around it does not exist\)/],
  ])("refuses %j in one sentence", async (args, said) => {
    const { code, stdout, stderr } = await notice(own, ["export", ...args]);
    expect(stderr).toMatch(said);
    expect([code, stdout, stderr.match(/\n/g)]).toEqual([2, "", ["\n"]]);
  });

  it("is looked at by the check, if the service is to keep it fresh", async () => {
    const check = async () => {
      const { stdout } = await notice({ ...own, EXPORT_WORKER: module }, ["check"]);
      return /^.*worker: .*$/m.exec(stdout)?.[0];
    };
    expect(await check()).toMatch(/^ok {6}worker: revision 1-[0-9a-f]{8}, in \S+$/);
    await notice(own, ["set", "--title", "Back at nine", "--expected-return", "+2h"]);
    expect(await check()).toMatch(
      /^warning worker: revision 1-.* \(revision 2\): check that the service runs, that it was started with EXPORT_WORKER/,
    );
  });
});
