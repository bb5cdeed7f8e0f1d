import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { generate } from "selfsigned";
import { expect, inject, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { flags } from "../support/browser/browser.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { editHere } from "../support/service/editor-here.ts";

it("the editor for a team is signed in to over TLS, by nginx' recipe for it", async () => {
  const port = await freePort();
  const origin = `https://notice.example.com:${port}`;
  const editor = await editHere({ origin, trustedProxies: ["127.0.0.1/32"] });
  await startProxy("nginx", await recipe(), { "8000": port, "8081": editor.port });

  const args = [...flags, "--host-resolver-rules=MAP notice.example.com 127.0.0.1"];
  const browser = await chromium.launch({ executablePath: inject("chromium"), args });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const reply = await page.goto(editor.makeLink());
  expect([reply?.status(), await page.title()]).toEqual([200, "Editor, running"]);
  const statuses = await page.evaluate(async () => {
    const post = (body: string) =>
      fetch("/api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const signIn = await post(JSON.stringify({ secret: location.hash.replace("#link=", "") }));
    const session = await fetch("/api/session");
    const large = await post("a".repeat(600 * 1024));
    return [signIn.status, session.status, large.status, (await large.json()).code];
  });
  expect(statuses).toEqual([204, 200, 413, "DOCUMENT_TOO_LARGE"]);
  expect(await page.context().cookies()).toEqual([
    expect.objectContaining({
      ...{ name: `__Host-backsoon-${port}`, domain: "notice.example.com", path: "/" },
      ...{ httpOnly: true, secure: true, sameSite: "Strict" },
    }),
  ]);
});

/** The recipe, word for word but for its port and where its certificate is. */
async function recipe(): Promise<string> {
  const folder = temporaryFolder();
  const { private: key, cert } = await generate([{ name: "commonName", value: "notice.example.com" }]);
  const [keyFile, certFile] = [join(folder, "key"), join(folder, "cert")];
  writeFileSync(keyFile, key);
  writeFileSync(certFile, cert);
  const server = readFileSync("docs/deploy/nginx-editor.conf", "utf8")
    .replace("listen 443 ssl;", "listen 127.0.0.1:8000 ssl;")
    .replace(/(?<=ssl_certificate_key ).*(?=;)/, keyFile)
    .replace(/(?<=ssl_certificate +)\/.*(?=;)/, certFile);
  return `events {}\nhttp {\naccess_log off;\n${server}\n}\n`;
}
