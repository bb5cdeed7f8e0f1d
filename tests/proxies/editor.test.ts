import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import { it } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { otherMachine } from "../support/browser/browser.ts";
import { expectTeamSignIn } from "../support/browser/team-sign-in.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { editHere } from "../support/service/editor-here.ts";

it("the editor for a team is signed in to over TLS, by nginx' recipe for it", async () => {
  const port = await freePort();
  const origin = `https://${otherMachine}:${port}`;
  const editor = await editHere({ origin, trustedProxies: ["127.0.0.1/32"] });
  await startProxy("nginx", await recipe(), { "8000": port, "8081": editor.port });
  await expectTeamSignIn(editor, port);
});

/** The recipe, word for word but for its port and where its certificate is. */
async function recipe(): Promise<string> {
  const folder = temporaryFolder();
  const { private: key, cert } = await generate([{ name: "commonName", value: otherMachine }]);
  const [keyFile, certFile] = [join(folder, "key"), join(folder, "cert")];
  writeFileSync(keyFile, key);
  writeFileSync(certFile, cert);
  const server = readFileSync("docs/deploy/nginx-editor.conf", "utf8")
    .replace("listen 443 ssl;", "listen 127.0.0.1:8000 ssl;")
    .replace(/(?<=ssl_certificate_key ).*(?=;)/, keyFile)
    .replace(/(?<=ssl_certificate +)\/.*(?=;)/, certFile);
  return `events {}\nhttp {\naccess_log off;\n${server}\n}\n`;
}
