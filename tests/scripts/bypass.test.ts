import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeStaffSecret, staffLink } from "../../scripts/bypass/link.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { recipes } from "../support/network/recipes.ts";

const app = "https://shop.example";
const secretInLink = /\?backsoon_staff=([0-9a-f]{32})$/;
/** What the command calls each recipe. */
const names: Record<string, string> = {
  "nginx.conf": "nginx",
  "haproxy.cfg": "haproxy",
  Caddyfile: "caddy",
  "apache.conf": "apache",
};

/** Runs the command where there is no store; nothing makes one. */
async function bypass(...args: string[]) {
  const folder = temporaryFolder();
  const env = { ...process.env, DATABASE: join(folder, "none", "notice.db") };
  const outcome = await notice(env, ["bypass", ...args], { cwd: folder });
  expect(existsSync(join(folder, "none"))).toBe(false);
  return { ...outcome, folder };
}

async function bypassJson(...args: string[]) {
  const { code, stdout, stderr } = await bypass(...args, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

/** A recipe's lines that have this. */
function linesWith(pattern: RegExp, file: string): string[] {
  const lines = readFileSync(join("docs/deploy", file), "utf8").split("\n");
  return lines.filter((line) => pattern.test(line)).map((line) => line.trim());
}

describe("notice bypass", () => {
  it("prints the link first, then what to do with each proxy, and what the link is", async () => {
    const { code, stdout, stderr } = await bypass(app);
    const [link = "", ...rest] = stdout.split("\n");
    expect([code, stderr]).toEqual([0, ""]);
    expect(link).toMatch(/^https:\/\/shop\.example\/\?backsoon_staff=[0-9a-f]{32}$/);
    const text = rest.join("\n");
    for (const [file, name] of Object.entries(names))
      expect(text).toMatch(
        new RegExp(`^${name}, in place of what has STAFF_SECRET in docs/deploy/${file}:$`, "m"),
      );
    for (const sentence of [
      "The link is a secret:",
      "with every ON until then",
      "after 4 h a browser forgets its cookie",
    ])
      expect(text).toContain(sentence);
  });

  it.each(recipes)("prints the lines of the recipe for %s, %s, and no others", async (_proxy, file) => {
    const name = names[file] ?? "";
    const shipped = linesWith(/STAFF_SECRET/, file);
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.filter((line) => !/^# \S/.test(line))).toEqual([]);
    const { stdout } = await bypass(app, "--proxy", name);
    const [, secret = ""] = secretInLink.exec(stdout.split("\n")[0] ?? "") ?? [];
    const uncommented = shipped.map((line) => line.replace("# ", "").replaceAll("STAFF_SECRET", secret));
    expect(stdout).toContain(`:\n${uncommented.map((line) => `    ${line}\n`).join("")}\n`);
    const json = await bypassJson(app);
    expect(json.lines[name]).toEqual(uncommented.map((line) => line.replaceAll(secret, json.secret)));
    expect(json).toMatchObject({ link: `${app}/?backsoon_staff=${json.secret}`, maxAge: 14_400 });
  });

  it.each(recipes)("says to %s by the recipe %s how long the cookie lasts", async (_proxy, file) => {
    const name = names[file] ?? "";
    const [shipped = "", ...others] = linesWith(/backsoon_staff=.*Max-Age/, file);
    expect([others, shipped]).toEqual([[], expect.stringContaining("; Max-Age=14400;")]);
    const { secret, maxAge, lines } = await bypassJson(app, "--expires", "90m", "--proxy", name);
    expect([maxAge, Object.keys(lines)]).toEqual([5400, [name]]);
    const changed = shipped.replace(/^# /, "").replace("14400", "5400").replaceAll("STAFF_SECRET", secret);
    expect(lines[name]).toContain(changed);
    const { stdout } = await bypass(app, "--expires", "90m", "--proxy", name);
    expect(stdout).toContain(
      `, in place of what has STAFF_SECRET or Max-Age=14400 in docs/deploy/${file}:\n`,
    );
    expect(stdout).toContain("after 1 h 30 min a browser forgets its cookie");
  });

  it("makes secrets of 128 bits, of which each is random, in digits of one case", () => {
    const secrets = Array.from({ length: 1000 }, makeStaffSecret);
    expect(new Set(secrets).size).toBe(1000);
    expect(secrets.filter((secret) => !/^[0-9a-f]{32}$/.test(secret))).toEqual([]);
    const bits = secrets.map((secret) => BigInt(`0x${secret}`));
    for (let bit = 0n; bit < 128n; bit += 1n) {
      const ones = bits.filter((number) => (number >> bit) & 1n).length;
      // Ten standard deviations: by chance not once in 10²² bits.
      expect(Math.abs(ones - 500)).toBeLessThan(160);
    }
  });

  it("keeps whatever is in the URL, and adds the secret to the end of its query", () => {
    const url = fc.oneof(
      fc.webUrl({ validSchemes: ["https"], withQueryParameters: true }),
      fc.webUrl({ validSchemes: ["http"], authoritySettings: { withPort: true } }).map((text) => {
        const { pathname, search } = new URL(text);
        return `http://localhost:3000${pathname}${search}`;
      }),
      fc.constantFrom(
        "https://[2001:db8::1]:8443/%2F//a?b=%2f&b&",
        "http://[::1]/",
        "http://127.0.0.1:3000?",
        app,
      ),
    );
    fc.assert(
      fc.property(url, (text) => {
        const link = staffLink(text, "0a1b");
        const { href, search } = new URL(text);
        const bare = href.replace(/\?$/, "");
        expect(link).toBe(`${bare}${search ? "&" : "?"}backsoon_staff=0a1b`);
        expect(new URL(link).href).toBe(link);
        expect(new URL(link).searchParams.getAll("backsoon_staff")).toEqual(["0a1b"]);
      }),
    );
  });

  const refusals: [string, RegExp, fc.Arbitrary<string>][] = [
    [
      "no URL",
      /is not a URL/,
      fc.constantFrom(
        "",
        " ",
        "shop.example",
        "//shop.example",
        "https://",
        "https://a b",
        "https://a:99999",
        "/",
      ),
    ],
    [
      "another scheme, and http elsewhere",
      /must begin with https:\/\//,
      fc.oneof(
        fc.constantFrom(
          "localhost:3000",
          "javascript:alert(1)",
          "mailto:a@b.example",
          "data:,a",
          "http://10.0.0.1",
        ),
        fc.constantFrom(
          "http://localhost.shop.example",
          "http://127.0.0.1.shop.example",
          "file:///etc/passwd",
        ),
        fc.webUrl({ validSchemes: ["http", "ftp", "ws", "wss"] }),
      ),
    ],
    [
      "a name or a password",
      /has a name or a password/,
      fc
        .constantFrom(
          "https://anna@",
          "https://anna:pa55word@",
          "https://:pa55word@",
          "http://anna:pa55word@",
        )
        .map((start) => `${start}${start.startsWith("http:") ? "localhost" : "shop.example"}/`),
    ],
    [
      "a fragment",
      /has a fragment/,
      fc.constantFrom("#", "/#", "/#a", "/?a#b", "?#").map((end) => app + end),
    ],
    [
      "a secret already",
      /has a backsoon_staff already/,
      fc
        .constantFrom("?backsoon_staff=a", "?a&backsoon_staff", "?backsoon%5Fstaff=pa55word")
        .map((end) => app + end),
    ],
  ];
  it.each(refusals)("refuses %s in a sentence that does not repeat it", async (_name, sentence, urls) => {
    await fc.assert(
      fc.asyncProperty(urls, async (url) => {
        const { code, stdout, stderr } = await bypass(url);
        expect([code, stdout]).toEqual([2, ""]);
        expect(stderr).toMatch(/^The [^\n]+\.\n$/);
        expect(stderr).toMatch(sentence);
        expect(stderr).not.toContain("pa55word");
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    [[], "Missing required argument 'url'"],
    [[app, "--expires", "0h"], "--expires must be from 1s to 400d, such as 4h."],
    [[app, "--expires", "401d"], "--expires must be from 1s to 400d, such as 4h."],
    [[app, "--expires", "soon"], "It must be a time such as 10s, 2m, 1h or 1d"],
    [[app, "--proxy", "traefik"], "Allowed choices are nginx, haproxy, caddy, apache"],
    [[app, "--write", ""], "The path is empty"],
    [[app, "--write", "none/staff"], "none/staff cannot be created (its folder does not exist)"],
  ])("refuses %j", async (args, sentence) => {
    const { code, stdout, stderr, folder } = await bypass(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("writes the secret into a new file that only its user can read, and over none", async () => {
    const { code, stdout, folder } = await bypass(app, "--write", "staff");
    const file = join(folder, "staff");
    const [, secret] = secretInLink.exec(stdout.split("\n")[0] ?? "") ?? [];
    expect([code, readFileSync(file, "utf8")]).toEqual([0, `${secret}\n`]);
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(stdout).toContain("\nThe secret is in staff, which only you can read.\n");
    writeFileSync(file, "mine");
    expect(await bypass(app, "--write", file)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `${file} already exists, and nothing is overwritten: give another path.\n`,
    });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });
});
