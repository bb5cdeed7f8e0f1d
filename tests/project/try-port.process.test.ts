import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { listenFailed } from "../../api/http/http-server.ts";
import { temporaryFolder } from "../support/folder.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";
import { shared } from "../support/shared.ts";

/** A port that another program listens on. */
const used = shared(async (onFinished) => {
  const server = await withoutTls(() => {});
  return new URL(await listenHere(server, 0, onFinished)).port;
});

/** What the check before a build says, with this `.env` and this environment. USED is the used port. */
async function tried(envFile: string, settings: NodeJS.ProcessEnv = {}) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, ".env"), envFile.replace("USED", used()));
  const env = { ...settings, ...(settings.PORT && { PORT: settings.PORT.replace("USED", used()) }) };
  const child = spawn(process.execPath, [resolve("scripts/build/try-port.mjs")], { cwd, env });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, stderr };
}

it("npm start refuses a used port before it builds, with the service's own message", async () => {
  const cause = Object.assign(new Error(), { code: "EADDRINUSE" });
  const { message } = listenFailed("127.0.0.1", Number(used()), ["HOST", "PORT"], cause);
  const refused = { code: 1, stderr: `${message}\n` };
  expect(await tried("# PORT is ours\r\n#PORT='1'\r\nMETRICS_PORT=1\r\nPORT=USED\r\n")).toEqual(refused);
  expect(await tried("PORT=1", { PORT: "USED" })).toEqual(refused);
});

it.each<[string, envFile: string, env?: NodeJS.ProcessEnv]>([
  ["the environment sets a free port", "PORT=USED", { PORT: "0" }],
  ["systemd passes a socket", "PORT=USED", { LISTEN_FDS: "1" }],
  ["the address belongs to another machine", "", { PORT: "USED", HOST: "192.0.2.1" }],
  [".env sets the port twice", "PORT=USED\nPORT=0\n"],
  [".env has a comment behind the port", "PORT=USED # ours\n"],
  ["the port is not valid", "PORT=99999999"],
])("npm start continues with the build if %s", async (_why, ...given) => {
  expect(await tried(...given)).toEqual({ code: 0, stderr: "" });
});
