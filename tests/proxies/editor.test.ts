import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { request as requestOverTls } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { generate } from "selfsigned";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { otherMachine } from "../support/browser/browser.ts";
import { expectTeamSignIn } from "../support/browser/editor-page.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { editHere } from "../support/service/editor-here.ts";

it("nginx' recipe for the team editor lets people sign in over TLS", async () => {
  const port = await freePort();
  const origin = `https://${otherMachine}:${port}`;
  const editor = await editHere({ origin, trustedProxies: ["127.0.0.1/32"] });
  await startProxy("nginx", await recipe(), { "8000": port, "8081": editor.port });
  await expectTeamSignIn(editor, port);
});

it("The lines of docs/editor-team.md put a company's sign-in before the editor's own sign-in", async () => {
  const port = await freePort();
  const origin = `https://${otherMachine}:${port}`;
  const editor = await editHere({ origin, trustedProxies: ["127.0.0.1/32"] });
  const company = await startCompany();
  const [, lines = ""] = /```nginx\n(.*?)```/s.exec(readFileSync("docs/editor-team.md", "utf8")) ?? [];
  const ports = { "8000": port, "8081": editor.port, "4180": company };
  await startProxy("nginx", (await recipe()).replace(/}\s*}\s*$/, `${lines}}\n}\n`), ports);
  const asked = (path: string, headers = {}, payload?: string) => ask(port, path, headers, payload);

  expect(await asked("/")).toMatchObject({
    status: 302,
    location: expect.stringMatching(/\/oauth2\/sign_in\?rd=\/$/),
  });
  expect(await asked("/oauth2/sign_in")).toMatchObject({ status: 200, body: "The company's sign-in." });
  for (const path of ["/api/session", "/api/openapi.json", "/assets/a.js", "/oauth2/auth"]) {
    const { status, body } = await asked(path);
    expect([path, status === 401 || status === 404, body]).toEqual([
      path,
      true,
      expect.not.stringContaining("{"),
    ]);
  }
  const invitation = await editor.invite("ben");
  const payload = JSON.stringify({ secret: invitation });
  expect((await asked("/api/session", json, payload)).status).toBe(401);

  expect((await asked("/", known)).body).toContain("<title>Editor");
  expect((await asked("/api/session", known)).body).toContain("CREDENTIAL_MISSING");
  const opened = await asked("/api/session", { ...known, ...json }, payload);
  expect([opened.status, opened.body]).toEqual([200, "{}"]);
});

const json = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" };
/** What comes with a request of whom the company has let in. */
const known = { Cookie: "company=yes" };

/** Starts what stands for the sign-in of a company, and says as oauth2-proxy does whether it has let somebody in. */
async function startCompany(): Promise<number> {
  const server = createServer(({ url = "", headers }, response) => {
    if (url === "/oauth2/auth") response.writeHead(headers.cookie === known.Cookie ? 202 : 401).end();
    else response.end("The company's sign-in.");
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Asks over TLS on a port, as what the browser takes for another machine. */
async function ask(port: number, path: string, headers: object, payload?: string) {
  const request = requestOverTls({
    host: "127.0.0.1",
    port,
    path,
    method: payload === undefined ? "GET" : "POST",
    headers: { Host: `${otherMachine}:${port}`, ...headers },
    rejectUnauthorized: false,
    agent: false,
  });
  request.end(payload);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const { statusCode: status, headers: received } = response;
  return { status, location: received.location, body: await text(response) };
}

/** The recipe, word for word but for its port and where its certificate is. */
async function recipe(): Promise<string> {
  const folder = temporaryFolder();
  const { private: key, cert } = await generate([{ name: "commonName", value: otherMachine }]);
  const [keyFile, certFile] = [join(folder, "key"), join(folder, "cert")];
  writeFileSync(keyFile, key);
  writeFileSync(certFile, cert);
  const { stdout } = await notice({}, ["proxy", "nginx", "--editor", "notice.example.com"]);
  const [server = ""] = /^# The editor [\s\S]*?^}$/m.exec(stdout) ?? [];
  const moved = server
    .replace("listen 443 ssl;", "listen 127.0.0.1:8000 ssl;")
    .replace(/(?<=ssl_certificate_key ).*(?=;)/, keyFile)
    .replace(/(?<=ssl_certificate +)\/.*(?=;)/, certFile);
  return `events {}\nhttp {\naccess_log off;\n${moved}\n}\n`;
}
