import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, fstatSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeToken } from "../../../schema/token/token.ts";
import { notice, noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking, type Reply } from "../../support/network/http.ts";
import { json, startRecorder } from "../../support/network/recorder.ts";
import { takeConnections } from "../../support/network/servers.ts";
import { patient } from "../../support/patient.ts";
import { obliging } from "../../support/service/chat-here.ts";
import { bearer, sessionOf } from "../../support/service/editor-here.ts";
import { editorStore, startEditorProcess } from "../../support/service/editor-process.ts";
import { requestUnderWay } from "../../support/service/stopping.ts";
import { tracesOf } from "../../support/texts/secrets.ts";

const secretOf = (link: string) => new URL(link).hash.replace("#link=", "");
function post(origin: string, url: string, body: object | string, headers = {}): Promise<Reply> {
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  const own = { "Content-Type": "application/json", ...headers };
  return asking(origin)({ method: "POST", url, headers: own, payload });
}
/** The reply to a person who opens a link. */
const use = (link: string) => post(new URL(link).origin, "/api/session", { secret: secretOf(link) });

/** Options with which `setpriv` runs a program as an ordinary user. */
const ordinary = ["--reuid=12345", "--regid=12346", "--clear-groups"];
const isRoot = process.getuid?.() === 0;
const editing = ["scripts/bin.mjs", "editor", "--port", "0"];

describe("notice editor", () => {
  it("prints a link that signs in, ends with Ctrl-C, and starts again", async () => {
    const editor = await startEditorProcess();
    const ready = /^The editor is ready: http:\/\/127\.0\.0\.1:\d+\/#link=bsn_\w{49}\n/;
    expect(editor.output().stdout).toMatch(ready);
    const signedIn = sessionOf(await use(editor.link));
    expect((await use(editor.link)).statusCode).toBe(401);

    const { url } = editor;
    const link = await noticeProcess(editor.env, ["editor", "link", "--origin", url]);
    expect([link.code, link.stdout.startsWith(`${url}/#link=`)]).toEqual([0, true]);
    expect(link.stderr).toContain(`Open it only if your editor runs at ${url}: any other program there`);
    expect((await use(link.stdout.trim())).statusCode).toBe(200);
    const args = ["invite", "ben", "--scope", "read", "--expires", "30d"];
    const invited = await notice({ ...editor.env, EDITOR_ORIGIN: url }, args);
    expect(invited.stderr).toMatch(/works only on this computer\..*Send it only to ben: /s);
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
    expect([await ended, editor.output().stderr]).toEqual([0, ""]);
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
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const page = async (): Promise<void> => {
      const statusOf = () => asking(url)({ url: "/nothing" }).then(({ statusCode }) => statusCode);
      while (!over.signal.aborted) statuses.add(await statusOf().catch(() => 0));
    };
    const pages = Promise.all(Array.from({ length: 8 }, page));
    const { port } = new URL(url);
    // Over SSH, with a wrong address of the app and half of a chat model.
    const ssh = { SSH_CONNECTION: "203.0.113.9 50000 198.51.100.7 2222", USER: "ops", BROWSER: "" };
    const wrong = { APP_URL: "https://anna:sentinel@shop.example", AZURE_OPENAI_CHAT_KEY: "sentinel" };
    const settings = { DATABASE: editor.database, ...ssh, ...wrong };
    const again = await startEditorProcess({ args: ["--port", port], settings });
    await expect.poll(() => statuses.has(404), patient).toBe(true);
    over.abort();
    await pages;
    expect([...statuses].sort()).toEqual([0, 404]);
    const tunnel = `ssh -L ${port}:127.0.0.1:${port} -p 2222 ops@198.51.100.7\n`;
    await expect.poll(() => again.output().stdout, patient).toContain(tunnel);
    expect((await use(again.link)).statusCode).toBe(200);
    // The restart signs nobody out.
    expect((await asking(url)({ url: "/api/session", headers: signedIn })).statusCode).toBe(200);
    const told = /^APP_URL must be [^\n]*\n[^\n]* without proposals: AZURE_OPENAI_CHAT_KEY [^\n]*\n$/;
    expect(again.output().stderr).toMatch(told);
    expect(again.output().stderr).not.toContain("sentinel");
  });

  it("keeps its link out of systemd's journal, and names the command that prints a link", async () => {
    const file = join(temporaryFolder(), "journal");
    const journal = openSync(file, "w");
    const { dev, ino } = fstatSync(journal);
    const env = { ...(await editorStore()), JOURNAL_STREAM: `${dev}:${ino}` };
    const editor = spawn(process.execPath, editing, { env, stdio: ["ignore", journal, "inherit"] });
    const ended = once(editor, "exit");
    onTestFinished(async () => void (editor.kill("SIGKILL") && (await ended)));
    const ready = /^The editor is ready at http:[^\s#]+\d; `npx notice editor link` [^#]*\n$/;
    await expect.poll(() => readFileSync(file, "utf8"), patient).toMatch(ready);
  });

  it("opens the browser without showing the secret to other users", async () => {
    const folder = temporaryFolder();
    const [browser, seen] = [join(folder, "browser"), join(folder, "seen")];
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > "${seen}.tmp"\nmv "${seen}.tmp" "${seen}"\n`);
    chmodSync(browser, 0o755);
    const settings = { BROWSER: browser, DATABASE: join(folder, "notice.db") };
    await editorStore(settings);
    // Root opens no browser.
    if (isRoot) execFileSync("chown", ["-R", "12345:12346", folder]);
    chmodSync(folder, 0o755);
    const editor = await startEditorProcess({ settings, before: isRoot ? ["setpriv", ...ordinary] : [] });
    await expect.poll(() => existsSync(seen), patient).toBe(true);
    const argument = readFileSync(seen, "utf8").trimEnd();
    expect(argument).toMatch(/^file:.*\.html$/);
    const page = fileURLToPath(argument);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(readFileSync(page, "utf8")).toContain(`<a href="${editor.link}">`);
    await editor.ended("SIGTERM");
    expect(existsSync(page)).toBe(false);
  });
});

describe("notice editor does not start, with the reason in one sentence,", () => {
  it.each<[name: string, args: string[], exitCode: number, way: string]>([
    ["without a store", [], 1, "notice init"],
    ["for other machines without an address with TLS", ["--host", "0.0.0.0"], 2, "proxy nginx --editor HOST"],
    ["for sign-ins without TLS", ["--origin", "http://notice.example.com"], 2, "https://"],
    ["at a wildcard address", ["--origin", "https://*"], 2, "It must be one address: "],
    ["on port 0 of an address", ["--origin", "https://notice.example.com:0"], 2, "port (not 0)"],
    ["on an empty host", ["--host", ""], 2, "It must be an address of this machine"],
    ["on an invalid port", ["--port", "80800"], 2, "--port"],
    ["on a host that begins like this machine", ["--host", "127.0.0.1.1"], 2, "--origin"],
  ])("%s", async (_name, args, exitCode, way) => {
    const env = args.length ? await editorStore() : { ...process.env, DATABASE: "/nonexistent/notice.db" };
    const { code, stdout, stderr } = await notice(env, ["editor", ...args]);
    expect([code, stdout, stderr]).toEqual([exitCode, "", expect.stringContaining(way)]);
    expect(stderr).toMatch(/^[A-Z-][^\n]*\.\n$/);
  });

  it("on a port in use", async () => {
    const { port } = await takeConnections(() => {});
    const { code, stderr } = await notice(await editorStore(), ["editor", "--port", String(port)]);
    const said = `^[^\\n]*port ${port} [^\\n]*another program is listening[^\\n]*\\n$`;
    expect([code, stderr]).toEqual([1, expect.stringMatching(said)]);
  });

  it.skipIf(!isRoot)("without the right to write", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const env = await editorStore({ DATABASE: join(folder, "notice.db") });
    const args = [...ordinary, process.execPath, ...editing];
    const run = () => execFileSync("setpriv", args, { env, stdio: "pipe" });
    expect(run).toThrow(/^Command failed[^\n]*\n[^\n]*notice\.db[^\n]*read-only for this user[^\n]*\n$/);
  });
});

it("The editor shows no secret in replies, output or process titles", async () => {
  const modelKey = "sentinel-of-the-model-Zq81";
  const refuse: typeof obliging = (response) =>
    json(response, 400, { error: { code: "x", message: modelKey } });
  const { url, recorded } = await startRecorder((...exchange) =>
    (exchange[2] === 1 ? obliging : refuse)(...exchange),
  );
  const file = join(temporaryFolder(), "key");
  writeFileSync(file, modelKey);
  const editor = await startEditorProcess({
    settings: { AZURE_OPENAI_CHAT_BASE_PATH: url, AZURE_OPENAI_CHAT_KEY_FILE: file },
  });
  const made = await notice(editor.env, ["token", "create", "deploy"]);
  const [token = ""] = /bsn_\w+/.exec(made.stdout) ?? [];
  const [secret, wrong] = [secretOf(editor.link), makeToken()];
  const signIn = (body: object | string) => post(editor.url, "/api/session", body);

  const bySecret = await signIn({ secret });
  const own = { "Sec-Fetch-Site": "same-origin", ...sessionOf(bySecret) };
  const invited = await post(editor.url, "/api/links", { name: "ben" }, own);
  const invitation = secretOf(invited.json().link);
  const sessions = [bySecret, await signIn({ token }), await signIn({ secret: invitation })].map(sessionOf);
  const ids = sessions.map(({ Cookie }) => Cookie.split("=")[1] ?? "");
  const keys = sessions.map((session) => session["Session-Key"] ?? "");
  expect([...ids, ...keys].map(({ length }) => length)).toEqual([27, 27, 27, 26, 26, 26]);

  const ask = (url: string, headers: OutgoingHttpHeaders) => asking(editor.url)({ url, headers });
  const propose = () => post(editor.url, "/api/proposals", { words: { title: "Moving" }, to: "de" }, own);
  const proposals = [await propose(), await propose()];
  expect(proposals.map(({ statusCode }) => statusCode)).toEqual([200, 502]);
  expect(recorded.map((sent) => sent.headers["api-key"])).toEqual([modelKey, modelKey]);
  const replies: Reply[] = [
    ...proposals,
    await signIn({ secret }),
    await signIn({ secret: invitation }),
    await signIn({ token: wrong }),
    await signIn({ token, secret }),
    await signIn(`{"token":"${token}`),
    await signIn({ [token]: secret }),
    await ask("/api/session", bearer(token)),
    await ask("/api/session", bearer(wrong)),
    await ask(`/api/session?token=${token}`, bearer(token)),
    await ask(`/${token}/${secret}/${invitation}`, bearer(token)),
    await ask(`/%ff/${token}`, bearer(token)),
    await ask("/api/session", { Cookie: sessions.map(({ Cookie }) => Cookie).join("; ") }),
    ...(await Promise.all(sessions.map((headers) => ask("/api/session", headers)))),
  ];
  const titles = ["cmdline", "comm"].map((file) => readFileSync(`/proc/${editor.pid}/${file}`, "latin1"));
  expect(await editor.ended("SIGTERM")).toBe(0);
  const { stdout, stderr } = editor.output();
  // The first line is the link.
  const afterLink = stdout.slice(stdout.indexOf("\n"));
  const sent = replies.map(({ headers, body }) => JSON.stringify(headers) + body);
  const places = [...sent, ...titles, afterLink];
  const secrets = [modelKey, token, wrong, secret, invitation, ...ids, ...keys].flatMap(tracesOf);
  expect(secrets.filter((trace) => places.some((place) => place.includes(trace)))).toEqual([]);
  expect(stderr).toBe("");
});
