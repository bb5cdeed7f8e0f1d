import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:tls";
import { expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { otherMachine } from "../../support/browser/browser.ts";
import { expectTeamSignIn } from "../../support/browser/editor-page.ts";
import { startProxy } from "../../support/network/proxy.ts";
import { patient } from "../../support/patient.ts";
import { editHere } from "../../support/service/editor-here.ts";

it("The Caddy lines of docs/editor-team.md let people sign in to the team editor over TLS", async () => {
  const port = await freePort();
  const origin = `https://${otherMachine}:${port}`;
  const editor = await editHere({ origin, trustedProxies: ["127.0.0.1/32"] });
  const guide = readFileSync("docs/editor-team.md", "utf8");
  const [, lines = ""] = /```\n(\s*notice\.example\.com {.*?)```/s.exec(guide) ?? [];
  // An authority would look for the name, so Caddy makes its own certificate.
  const globals = "{\nadmin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\n}\n";
  const text = globals + lines.replace(`${otherMachine} {`, `${otherMachine}:8000 {`);
  await startProxy("caddy", text, { "8000": port, "8081": editor.port });
  // Caddy listens before it has made the certificate.
  const options = { port, host: "127.0.0.1", servername: otherMachine, rejectUnauthorized: false };
  const connected = () => once(connect(options), "secureConnect").catch(String);
  await expect.poll(connected, patient).toEqual([]);
  await expectTeamSignIn(editor, port);
});
