import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeStaffSecret, staffLink } from "../../scripts/bypass.ts";
import { notice, refusal } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

const app = "https://shop.example";

/** Runs the command in a folder without a store, which it must not make. */
async function bypass(...args: string[]) {
  const folder = temporaryFolder();
  const env = { DATABASE: join(folder, "none/notice.db") };
  const outcome = await notice(env, ["bypass", ...args], { cwd: folder });
  expect(existsSync(join(folder, "none"))).toBe(false);
  return { outcome, folder, file: join(folder, "staff.json") };
}

describe("notice bypass", () => {
  it("prints the link first, writes the secrets with mode 600, and explains the next step", async () => {
    const { outcome, file } = await bypass(app, "--write", "staff.json");
    const { code, stdout, stderr } = outcome;
    const { link, cookie, maxAge } = JSON.parse(readFileSync(file, "utf8"));
    expect([code, stderr, maxAge]).toEqual([0, "", 14_400]);
    expect(new Set([link, cookie]).size).toBe(2);
    for (const secret of [link, cookie]) expect(secret).toMatch(/^[0-9a-f]{32}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stdout.split("\n")[0]).toBe(`https://shop.example/.backsoon/staff/${link}`);
    expect(stdout).not.toContain(cookie);
    for (const step of ["`--staff staff.json`", "BACKSOON_STAFF", "A browser forgets its cookie after 4 h."])
      expect(stdout).toContain(step);
  });

  it("writes secrets and a cookie age that `notice proxy --staff` uses", async () => {
    const { outcome, file } = await bypass(app, "--write", "staff.json", "--expires", "90m", "--json");
    const { link, cookie } = JSON.parse(readFileSync(file, "utf8"));
    const printed = { link: `${app}/.backsoon/staff/${link}`, file: "staff.json", maxAge: 5400 };
    expect(JSON.parse(outcome.stdout)).toEqual(printed);
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
    ...["shop.example", "https://a:99999", "javascript:alert(1)", "http://localhost.shop.example"],
    ...["https://anna:pa55word@shop.example/", `${app}/admin`, `${app}/?a=1`],
  ])("refuses the address %s without repeating its password", async (url) => {
    const { outcome } = await bypass(url, "--write", "staff.json");
    expect(outcome).toEqual(refusal("The address must be only the app's origin, "));
    expect(outcome.stderr).not.toContain("pa55word");
  });

  it.each([
    [["--write", "staff.json"], "Missing required argument 'url'"],
    [[app], "--write <file>' not specified"],
    [[app, "--write", "staff.json", "--expires", "401d"], "--expires must be from 1s to 400d, such as 4h."],
    [[app, "--write", "staff.json", "--expires", "soon"], "It must be a time such as 10s, 2m, 1h or 1d"],
    [[app, "--write", "none/staff"], "none/staff cannot be created (its folder does not exist)"],
  ])("refuses %j", async (args, words) => {
    const { outcome, folder } = await bypass(...args);
    expect(outcome).toEqual(refusal(words));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("overwrites no file", async () => {
    const file = join(temporaryFolder(), "staff.json");
    writeFileSync(file, "mine");
    const { outcome } = await bypass(app, "--write", file);
    expect(outcome).toEqual(refusal(`${file} already exists and is not overwritten`));
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});
