import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, fstatSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { notice, noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking, type Reply } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { sessionOf } from "../../support/service/editor-here.ts";
import { editorStore, startEditorProcess } from "../../support/service/editor-process.ts";
import { requestUnderWay } from "../../support/service/stopping.ts";

const json = { "Content-Type": "application/json" };
const secretOf = (link: string) => new URL(link).hash.replace("#link=", "");

/** The reply to a person who opens a link. */
function use(link: string): Promise<Reply> {
  const payload = JSON.stringify({ secret: secretOf(link) });
  return asking(new URL(link).origin)({ method: "POST", url: "/api/session", headers: json, payload });
}
const signIn = async (link: string): Promise<number> => (await use(link)).statusCode;

/** Options with which `setpriv` runs a program as an ordinary user. */
const ordinary = ["--reuid=12345", "--regid=12346", "--clear-groups"];

describe("notice editor", () => {
  it("prints a link that signs in, ends with Ctrl-C, and starts again", async () => {
    const editor = await startEditorProcess();
    expect(editor.output().stdout).toMatch(
      /^The editor is ready: http:\/\/127\.0\.0\.1:\d+\/#link=bsn_\w{49}\n/,
    );
    const signedIn = sessionOf(await use(editor.link));
    expect(await signIn(editor.link)).toBe(401);

    const { url } = editor;
    const { code, stdout, stderr } = await noticeProcess(editor.env, ["editor", "link", "--origin", url]);
    expect([code, stdout.startsWith(`${url}/#link=`)]).toEqual([0, true]);
    expect(stderr).toContain(`Open it only if your editor runs at ${url}: any other program there`);
    expect(await signIn(stdout.trim())).toBe(200);
    const args = ["invite", "ben", "--scope", "read", "--expires", "30d"];
    const invited = await notice({ ...editor.env, EDITOR_ORIGIN: url }, args);
    expect(invited.stderr).toContain("It works only on this computer.");
    expect(invited.stderr).toContain(
      "Send it only to ben: the first person who opens it is signed in as ben.",
    );
    const ben = sessionOf(await use(invited.stdout.trimEnd()));
    const { name, scope, expiresAt } = (await asking(url)({ url: "/api/session", headers: ben })).json();
    expect([name, scope]).toEqual(["ben", "read"]);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000);

    // The editor finishes a request under way.
    const finish = await requestUnderWay(editor, "/");
    const ended = editor.ended("SIGINT");
    const isThere = () => asking(editor.url)({}).then(Boolean, () => false);
    await expect.poll(isThere, patient).toBe(false);
    expect(await finish()).toMatch(/^HTTP\/1\.1 421 .*Connection: close/s);
    expect(await ended).toBe(0);
    expect(editor.output().stderr).toBe("");
    // A link can be made without a running editor.
    const usual = await notice(editor.env, ["invite", "eve"]);
    expect([usual.code, usual.stdout]).toEqual([0, expect.stringContaining("http://127.0.0.1:8081/#link=")]);
    expect(usual.stderr).toContain("Open it only if your editor runs at http://127.0.0.1:8081: any other");
    for (const args of [
      ["editor", "link", "--port", "8082"],
      ["invite", "eve", "--origin", "http://a.example"],
    ])
      expect([args, (await notice(editor.env, args)).code]).toEqual([args, 2]);

    // The editor starts again while open pages send requests.
    const statuses = new Set<number>();
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const page = async (): Promise<void> => {
      const statusOf = () => asking(url)({ url: "/nothing" }).then(({ statusCode }) => statusCode);
      while (!isOver) statuses.add(await statusOf().catch(() => 0));
    };
    const pages = Promise.all(Array.from({ length: 8 }, page));
    const { port } = new URL(url);
    // Over SSH, with a wrong address of the app and half of a chat model.
    const ssh = { SSH_CONNECTION: "203.0.113.9 50000 198.51.100.7 2222", USER: "ops", BROWSER: "" };
    const wrong = { APP_URL: "https://anna:sentinel@shop.example", AZURE_OPENAI_CHAT_KEY: "sentinel" };
    const settings = { DATABASE: editor.database, ...ssh, ...wrong };
    const again = await startEditorProcess({ args: ["--port", port], settings });
    await expect.poll(() => statuses.has(404), patient).toBe(true);
    isOver = true;
    await pages;
    expect([...statuses].sort()).toEqual([0, 404]);
    await expect
      .poll(() => again.output().stdout, patient)
      .toContain(`ssh -L ${port}:127.0.0.1:${port} -p 2222 ops@198.51.100.7\n`);
    expect(await signIn(again.link)).toBe(200);
    // The restart signs nobody out.
    expect((await asking(url)({ url: "/api/session", headers: signedIn })).statusCode).toBe(200);
    const told = again.output().stderr;
    expect(told.split("\n")).toEqual([
      expect.stringMatching(/^APP_URL must be an http or https URL without a user name, /),
      expect.stringMatching(/^The editor runs without proposals: AZURE_OPENAI_CHAT_KEY is set but /),
      "",
    ]);
    expect(told).not.toContain("sentinel");
    const { body } = await asking(again.url)({ url: "/api/openapi.json" });
    expect(body).not.toContain("/api/proposals");
  });

  it("keeps its link out of systemd's journal, and names the command that prints a link", async () => {
    const file = join(temporaryFolder(), "journal");
    const journal = openSync(file, "w");
    const { dev, ino } = fstatSync(journal);
    const env = { ...(await editorStore()), JOURNAL_STREAM: `${dev}:${ino}` };
    const args = ["scripts/bin.mjs", "editor", "--port", "0"];
    const editor = spawn(process.execPath, args, { env, stdio: ["ignore", journal, "inherit"] });
    const ended = once(editor, "exit");
    onTestFinished(async () => {
      editor.kill("SIGKILL");
      await ended;
    });
    const written = () => readFileSync(file, "utf8");
    await expect
      .poll(written, patient)
      .toMatch(/^The editor is ready at http:\S+\d; `npx notice editor link` .*\n$/);
    expect(written()).not.toContain("#link");
  });

  it("opens the browser without showing the secret to other users", async () => {
    const folder = temporaryFolder();
    const [browser, seen] = [join(folder, "browser"), join(folder, "seen")];
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > "${seen}.tmp"\nmv "${seen}.tmp" "${seen}"\n`);
    chmodSync(browser, 0o755);
    // Root opens no browser.
    const settings = { BROWSER: browser, DATABASE: join(folder, "notice.db") };
    await editorStore(settings);
    const before = process.getuid?.() === 0 ? ["setpriv", ...ordinary] : [];
    if (before.length) execFileSync("chown", ["-R", "12345:12346", folder]);
    chmodSync(folder, 0o755);
    const editor = await startEditorProcess({ settings, before });
    await expect.poll(() => existsSync(seen), patient).toBe(true);
    const [argument = "", ...rest] = readFileSync(seen, "utf8").trim().split("\n");
    expect(rest).toEqual([]);
    expect(argument).toMatch(/^file:.*\.html$/);
    const page = fileURLToPath(argument);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    const [, link = ""] = /<a href="([^"]+)">/.exec(readFileSync(page, "utf8")) ?? [];
    expect(link).toBe(editor.link);
    await editor.ended("SIGTERM");
    expect(existsSync(page)).toBe(false);
  });
});

describe("notice editor, with an error in one sentence,", () => {
  it.each<[name: string, args: string[], exitCode: number, way: string]>([
    ["without a store", [], 1, "notice init"],
    ["for other machines without an address with TLS", ["--host", "0.0.0.0"], 2, "proxy nginx --editor HOST"],
    ["for sign-ins without TLS", ["--origin", "http://notice.example.com"], 2, "https://"],
    ["at a wildcard address", ["--origin", "https://*"], 2, "It must be one address: "],
    ["on port 0 of an address", ["--origin", "https://notice.example.com:0"], 2, "port (not 0)"],
    ["on an empty host", ["--host", ""], 2, "It must be an address of this machine"],
    ["on an invalid port", ["--port", "80800"], 2, "--port"],
    ["on a host that begins like this machine", ["--host", "127.0.0.1.1"], 2, "--origin"],
  ])("does not start %s", async (_name, args, exitCode, way) => {
    const env = args.length ? await editorStore() : { ...process.env, DATABASE: "/nonexistent/notice.db" };
    const { code, stdout, stderr } = await notice(env, ["editor", ...args]);
    expect([code, stdout, stderr]).toEqual([exitCode, "", expect.stringContaining(way)]);
    expect(stderr).toMatch(/^[A-Z-][^\n]*\.\n$/);
  });

  it("does not start on a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await notice(await editorStore(), ["editor", "--port", String(port)]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^[^\\n]*port ${port} [^\\n]*another program is listening there[^\\n]*\\n$`),
    );
  });

  it.skipIf(process.getuid?.() !== 0)("does not start without the right to write", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const env = await editorStore({ DATABASE: join(folder, "notice.db") });
    const args = [...ordinary, process.execPath, "scripts/bin.mjs", "editor", "--port", "0"];
    const run = () => execFileSync("setpriv", args, { env, stdio: "pipe" });
    expect(run).toThrow(/^Command failed[^\n]*\n[^\n]*notice\.db[^\n]*read-only for this user[^\n]*\n$/);
  });
});
