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
  const editor = await editHere({
    origin: `https://${otherMachine}:${port}`,
    trustedProxies: ["127.0.0.1/32"],
  });
  await startProxy("caddy", recipe(), { "8000": port, "8081": editor.port });
  await expect.poll(() => hasCertificate(port), patient).toBe(true);
  await expectTeamSignIn(editor, port);
});

/** The lines, word for word but for the port, with a certificate of Caddy's own: an authority would look for the name. */
function recipe(): string {
  const [, lines = ""] =
    /```\n(\s*notice\.example\.com {.*?)```/s.exec(readFileSync("docs/editor-team.md", "utf8")) ?? [];
  const globals = "{\nadmin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\n}\n";
  return globals + lines.replace(`${otherMachine} {`, `${otherMachine}:8000 {`);
}

/** Caddy listens before it has made its certificate. */
async function hasCertificate(port: number): Promise<boolean> {
  const socket = connect({ port, host: "127.0.0.1", servername: otherMachine, rejectUnauthorized: false });
  return once(socket, "secureConnect").then(
    () => Boolean(socket.end()),
    () => false,
  );
}
