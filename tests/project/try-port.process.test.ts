import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { listenFailed } from "../../api/http/http-server.ts";
import { temporaryFolder } from "../support/folder.ts";

/** A port that another program listens on. */
async function usedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** What is said, with this `.env` and this environment, before a build. */
async function tried(envFile: string, env: NodeJS.ProcessEnv = {}) {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, ".env"), envFile);
  const child = spawn(process.execPath, [resolve("scripts/build/try-port.mjs")], { cwd, env });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, stderr };
}

it("npm start refuses a used port before it builds, with the service's own message", async () => {
  const port = await usedPort();
  const cause = Object.assign(new Error(), { code: "EADDRINUSE" });
  const { message } = listenFailed("127.0.0.1", port, ["HOST", "PORT"], cause);
  const refused = { code: 1, stderr: `${message}\n` };
  const settings = `# PORT is ours\r\n#PORT='1'\r\nMETRICS_PORT=1\r\nPORT=${port}\r\n`;
  expect(await tried(settings)).toEqual(refused);
  expect(await tried("PORT=1", { PORT: String(port) })).toEqual(refused);
});

it.each<[string, (port: number) => [envFile: string, env?: NodeJS.ProcessEnv]]>([
  ["the environment sets a free port", (port) => [`PORT=${port}`, { PORT: "0" }]],
  ["systemd passes a socket", (port) => [`PORT=${port}`, { LISTEN_FDS: "1" }]],
  ["the address belongs to another machine", (port) => ["", { PORT: String(port), HOST: "192.0.2.1" }]],
  [".env sets the port twice", (port) => [`PORT=${port}\nPORT=0\n`]],
  [".env has a comment behind the port", (port) => [`PORT=${port} # ours\n`]],
  ["the port is not valid", () => ["PORT=99999999"]],
])("npm start continues with the build if %s", async (_why, given) => {
  expect(await tried(...given(await usedPort()))).toEqual({ code: 0, stderr: "" });
});
