import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { generate } from "selfsigned";
import { expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { otherMachine } from "../support/browser/browser.ts";
import { expectTeamSignIn } from "../support/browser/editor-page.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { listenHere } from "../support/network/servers.ts";
import { editHere } from "../support/service/editor-here.ts";

/** The editor's lines of `notice proxy nginx`, with a certificate of the test. */
async function recipe(): Promise<string> {
  const folder = temporaryFolder();
  const { private: key, cert } = await generate([{ name: "commonName", value: otherMachine }]);
  writeFileSync(join(folder, "key"), key);
  writeFileSync(join(folder, "cert"), cert);
  const { stdout } = await notice({}, ["proxy", "nginx", "--editor", "notice.example.com"]);
  const [server = ""] = /^# The editor [\s\S]*?^}$/m.exec(stdout) ?? [];
  const moved = server
    .replace("listen 443 ssl;", "listen 127.0.0.1:8000 ssl;")
    .replace(/(?<=ssl_certificate_key ).*(?=;)/, join(folder, "key"))
    .replace(/(?<=ssl_certificate +)\/.*(?=;)/, join(folder, "cert"));
  return `events {}\nhttp {\naccess_log off;\n${moved}\n}\n`;
}

async function startEditor() {
  const port = await freePort();
  const origin = `https://${otherMachine}:${port}`;
  return { port, editor: await editHere({ origin, trustedProxies: ["127.0.0.1/32"] }) };
}

it("nginx' recipe for the team editor lets people sign in over TLS", async () => {
  const { port, editor } = await startEditor();
  await startProxy("nginx", await recipe(), { "8000": port, "8081": editor.port });
  await expectTeamSignIn(editor, port);
});

it("The lines of docs/editor-team.md put a company's sign-in before the editor's own sign-in", async () => {
  const { port, editor } = await startEditor();
  const json = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
  /** The cookie of somebody whom the company has let in. */
  const known = { Cookie: "company=yes" };
  // Replies as oauth2-proxy does.
  const company = await listenHere(({ url = "", headers }, response) => {
    if (url === "/oauth2/auth") response.writeHead(headers.cookie === known.Cookie ? 202 : 401).end();
    else response.end("The company's sign-in.");
  });
  const [, lines = ""] = /```nginx\n(.*?)```/s.exec(readFileSync("docs/editor-team.md", "utf8")) ?? [];
  const ports = { "8000": port, "8081": editor.port, "4180": Number(new URL(company).port) };
  await startProxy("nginx", (await recipe()).replace(/}\s*}\s*$/, `${lines}}\n}\n`), ports);

  const ask = async (path: string, own: Record<string, string> = {}, payload?: string) => {
    const method = payload === undefined ? "GET" : "POST";
    const headers = { Host: `${otherMachine}:${port}`, ...own };
    const sent = request({ host: "127.0.0.1", port, path, method, headers, rejectUnauthorized: false });
    const [reply] = (await once(sent.end(payload), "response")) as [IncomingMessage];
    return { status: reply.statusCode, location: reply.headers.location, body: await text(reply) };
  };
  const location = expect.stringMatching(/\/oauth2\/sign_in\?rd=\/$/);
  expect(await ask("/")).toMatchObject({ status: 302, location });
  expect(await ask("/oauth2/sign_in")).toMatchObject({ status: 200, body: "The company's sign-in." });
  const none = { status: expect.toBeOneOf([401, 404]), body: expect.not.stringContaining("{") };
  for (const path of ["/api/session", "/api/openapi.json", "/assets/a.js", "/oauth2/auth"])
    expect({ path, ...(await ask(path)) }).toMatchObject({ path, ...none });
  const payload = JSON.stringify({ secret: await editor.invite("ben") });
  expect((await ask("/api/session", json, payload)).status).toBe(401);

  expect((await ask("/", known)).body).toContain("<title>Editor");
  expect((await ask("/api/session", known)).body).toContain("CREDENTIAL_MISSING");
  const opened = await ask("/api/session", { ...known, ...json }, payload);
  expect(opened).toMatchObject({ status: 200, body: "{}" });
});
