import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeStaffSecret, staffLink } from "../../scripts/bypass.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

const app = "https://shop.example";

/** Runs the command where there is no store; nothing makes one. */
async function bypass(...args: string[]) {
  const folder = temporaryFolder();
  const env = { ...process.env, DATABASE: join(folder, "none", "notice.db") };
  const outcome = await notice(env, ["bypass", ...args], { cwd: folder });
  expect(existsSync(join(folder, "none"))).toBe(false);
  return { ...outcome, folder };
}

describe("notice bypass", () => {
  it("prints the link first, writes the secrets with mode 600, and explains the next step", async () => {
    const { code, stdout, stderr, folder } = await bypass(app, "--write", "staff.json");
    const file = join(folder, "staff.json");
    const { link, cookie, maxAge } = JSON.parse(readFileSync(file, "utf8"));
    expect([code, stderr, maxAge]).toEqual([0, "", 14_400]);
    expect(new Set([link, cookie]).size).toBe(2);
    for (const secret of [link, cookie]) expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(stdout.split("\n")[0]).toBe(`https://shop.example/.backsoon/staff/${link}`);
    expect(stdout).not.toContain(cookie);
    expect(stdout).toContain("and `--staff staff.json`, and reload the proxy.");
    expect(stdout).toContain("For a Worker, put the file into its secret BACKSOON_STAFF instead.");
    expect(stdout).toContain("A browser forgets its cookie after 4 h.");
  });

  it("writes secrets and a cookie age that `notice proxy --staff` uses", async () => {
    const { stdout, folder } = await bypass(app, "--write", "staff.json", "--expires", "90m", "--json");
    const printed = JSON.parse(stdout);
    const file = join(folder, printed.file);
    const { link, cookie } = JSON.parse(readFileSync(file, "utf8"));
    expect(printed).toEqual({ link: `${app}/.backsoon/staff/${link}`, file: "staff.json", maxAge: 5400 });
    const proxy = await notice({}, ["proxy", "nginx", "--switch", "--staff", file]);
    for (const text of [link, `backsoon_staff=${cookie}; Path=/; Max-Age=5400; HttpOnly; Secure`])
      expect(proxy.stdout).toContain(text);
  });

  it("makes unique secrets of 32 lower-case hexadecimal digits", () => {
    const secrets = Array.from({ length: 1000 }, makeStaffSecret);
    expect(new Set(secrets).size).toBe(1000);
    expect(secrets.filter((secret) => !/^[0-9a-f]{32}$/.test(secret))).toEqual([]);
  });

  it.each([
    ["https://shop.example", "https://shop.example"],
    ["https://SHOP.example:443/", "https://shop.example"],
    ["https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
  ])("turns %s into a link at that origin", (url, origin) => {
    expect(staffLink(url, "0a1b")).toBe(`${origin}/.backsoon/staff/0a1b`);
  });

  it.each([
    "shop.example",
    "https://a:99999",
    "javascript:alert(1)",
    "http://localhost.shop.example",
    "https://anna:pa55word@shop.example/",
    `${app}/admin`,
    `${app}/?a=1`,
  ])("refuses the address %s without repeating its password", async (url) => {
    const { code, stdout, stderr } = await bypass(url, "--write", "staff.json");
    expect([url, code, stdout]).toEqual([url, 2, ""]);
    expect(stderr).toMatch(/^The address must be only the app's origin, [^\n]+\.\n$/);
    expect(stderr).not.toContain("pa55word");
  });

  it.each([
    [["--write", "staff.json"], "Missing required argument 'url'"],
    [[app], "--write <file>' not specified"],
    [[app, "--write", "staff.json", "--expires", "401d"], "--expires must be from 1s to 400d, such as 4h."],
    [[app, "--write", "staff.json", "--expires", "soon"], "It must be a time such as 10s, 2m, 1h or 1d"],
    [[app, "--write", "none/staff"], "none/staff cannot be created (its folder does not exist)"],
  ])("refuses %j", async (args, sentence) => {
    const { code, stdout, stderr, folder } = await bypass(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("overwrites no file", async () => {
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, "mine");
    expect(await bypass(app, "--write", file)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `${file} already exists and is not overwritten: give another path.\n`,
    });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});
