import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import {
  commandOf,
  environmentOf,
  type Installed,
  install,
  type Manager,
  managers,
  type NodeName,
  nodes,
  runsOn,
  type Who,
} from "../../support/trials/package.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
/** Each Node and each manager once as another user and once as root; by hand, all of them as both. */
const ways: [NodeName, Manager, Who][] = nodes.flatMap((node, at) =>
  managers
    .filter((manager) => runsOn(manager, node))
    .flatMap((manager) => {
      const isFor = (next: number) =>
        inject("isInstalledEveryWay") || manager === managers[(at + next) % managers.length];
      const who: Who[] = [...(isFor(0) ? ["a user" as const] : []), ...(isFor(1) ? ["root" as const] : [])];
      return who.map((one): [NodeName, Manager, Who] => [node, manager, one]);
    }),
);

/** What a command of an installation does, in a home of its own. */
function run(installed: Installed, ...args: string[]) {
  const [program = "", ...rest] = commandOf(installed, "notice", ...args);
  const env = { ...settingsOf(installed) };
  const { status, stdout, stderr } = spawnSync(program, rest, { env, cwd: "/", encoding: "utf8" });
  return { code: status, stdout, stderr };
}

/** The bytes of all files below a folder; one that has several names, as pnpm gives them, counts once. */
function sizeOf(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)))
    .map(({ ino, size }): [number, number] => [ino, size]);
  return [...new Map(sizes).values()].reduce((sum, size) => sum + size, 0);
}

function settingsOf(installed: Installed): NodeJS.ProcessEnv {
  // Root's own folder is this machine's.
  const home = `${installed.home}/.local/share/backsoon`;
  return environmentOf(installed, { PORT: "0", ...(installed.isRoot && { BACKSOON_HOME: home }) });
}

describe("The package, without network, compiler and install scripts,", () => {
  it.for(ways)(
    "installs on Node %s by %s as %s, and runs read-only without a warning",
    async ([node, manager, who]) => {
      const startedAt = performance.now();
      const installed = install(inject("packageFile"), manager, node, who);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const megabytes = (sizeOf(installed.prefix) / 1e6).toFixed(1);
      process.stdout.write(`Node ${node}, ${manager}, ${who}: ${megabytes} MB, installed in ${seconds} s\n`);
      expect(installed.output).not.toMatch(/warn|deprecat|engine/i);

      const store = `${installed.home}/.local/share/backsoon/var/notice.db`;
      expect(run(installed, "--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
      expect(run(installed, "init")).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(`^${store} is ready with revision 1 from .*/data/notice.json.\n`),
        stderr: "",
      });
      expect(run(installed, "set", "--title", "Installed")).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`The store is ${store}.`),
        stderr: "",
      });

      const [program = "", ...args] = commandOf(installed, "backsoon");
      const service = spawn(program, args, { env: settingsOf(installed), cwd: "/" });
      onTestFinished(() => void service.kill("SIGKILL"));
      const closed = once(service, "close");
      let said = "";
      const url = await new Promise<string>((resolve, reject) => {
        service.stderr.setEncoding("utf8").on("data", (text) => {
          said += text;
          const [, address] = /^Backsoon is ready: (\S+)\n/.exec(said) ?? [];
          if (address) resolve(address);
        });
        closed.then(([code]) => reject(new Error(`It ended with ${code}: ${said}`)));
      });
      const reply = await fetch(`${url}/anything`, { headers: { Accept: "text/html" } });
      expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining("Installed")]);
      service.kill("SIGTERM");
      expect([(await closed)[0], said]).toEqual([0, `Backsoon is ready: ${url}\n`]);
    },
  );
});
