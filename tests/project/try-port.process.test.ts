import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { listenFailed } from "../../api/http/connection/http-server.ts";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
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
  const child = spawn(process.execPath, [resolve("try-port.mjs")], { cwd, env });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, stderr };
}

const nothing = { code: 0, stderr: "" };

it("a port in use is refused before the build, in the words of the service", async () => {
  const port = await usedPort();
  const cause = Object.assign(new Error(), { code: "EADDRINUSE" });
  const { message } = listenFailed("127.0.0.1", port, ["HOST", "PORT"], cause);
  const refused = { code: 1, stderr: `${message}\n` };
  const settings = `# PORT is ours\r\n#PORT='1'\r\nMETRICS_PORT=1\r\nPORT=${port}\r\n`;
  expect(await tried(settings)).toEqual(refused);
  expect(await tried("PORT=1", { PORT: String(port) })).toEqual(refused);
  expect(await tried(settings, { PORT: "", HOST: "" })).toEqual(refused);
});

it("any other start goes on to the build", async () => {
  const used = await usedPort();
  const port = `PORT=${used}\n`;
  const env = { PORT: String(used) };
  expect(await tried("", { PORT: String(await freePort()) })).toEqual(nothing);
  expect(await tried(port, { PORT: "0" })).toEqual(nothing);
  expect(await tried(port, { LISTEN_FDS: "1" })).toEqual(nothing);
  for (const HOST of ["192.0.2.1", "no.such.host.invalid"])
    expect(await tried("", { ...env, HOST })).toEqual(nothing);
  for (const unclear of [
    `${port}PORT=0\n`,
    `PORT=${used} # ours\n`,
    `NODE_NAME="\n${port}"\n`,
    "PORT=http",
    "PORT=99999999",
  ])
    expect(await tried(unclear)).toEqual(nothing);
  for (const HOST of ['HOST="127.0.0.2"', "export HOST=127.0.0.2", "HOST = 127.0.0.2"])
    expect(await tried(HOST, env)).toEqual(nothing);
});
