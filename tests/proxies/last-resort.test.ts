import { chmodSync, chownSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { switchFolder, temporaryFolder } from "../support/folder.ts";
import { asking } from "../support/network/http.ts";
import { startProxy } from "../support/network/proxy.ts";

const configurations = {
  nginx: (lines: string) => `events {} http { access_log off; open_file_cache max=9; server { listen 8000;
    include ${lines}/server.conf; include ${lines}/last-resort.conf;
    location / { include ${lines}/switch.conf; proxy_pass http://127.0.0.1:3000; } } }`,
  apache2: (lines: string) => `Listen 8000
    <VirtualHost *:8000>
      Include ${lines}/backsoon.conf
      Include ${lines}/last-resort.conf
      ProxyPass "/" "balancer://app/"
    </VirtualHost>`,
};

/** A proxy whose app and Backsoon are both away, with the last resort for the pages in a folder. */
async function startAlone(name: "nginx" | "apache2", folder: string, isOn: boolean) {
  const lines = temporaryFolder();
  const SWITCH = join(switchFolder(), "on");
  for (const path of [lines, folder]) chmodSync(path, 0o755);
  const env = { EXPORT_DIR: folder, SWITCH };
  const proxy = name === "nginx" ? "nginx" : "apache";
  expect((await notice(env, ["proxy", proxy, "--switch", "--out", lines])).code).toBe(0);
  if (isOn) writeFileSync(SWITCH, "");
  const away = await freePort();
  return asking(
    await startProxy(name, configurations[name](lines), { "3000": away, "8000": await freePort() }),
  );
}

describe.each(["nginx", "apache2"] as const)("%s with Backsoon down as well", (name) => {
  it.each([false, true])(
    "shows the exported page for every method, and a short text without the page, with the switch %s",
    async (isOn) => {
      const { run } = await prepared();
      const folder = temporaryFolder();
      await run("set", "--title", "Back at nine");
      await run("export", folder);
      const ask = await startAlone(name, folder, isOn);
      const asked = [
        {},
        { method: "POST", payload: "x=1" },
        { method: "DELETE" },
        {
          headers: {
            "If-Modified-Since": new Date(Date.now() + 1e6).toUTCString(),
            "If-None-Match": "*",
            Range: "bytes=0-9",
          },
        },
      ];
      for (const each of asked) {
        const { statusCode, body, headers } = await ask({ url: "/shop?x", ...each });
        expect([statusCode, body]).toEqual([
          503,
          expect.stringMatching(/>Back at nine<\/h1>.*<\/html>\s*$/s),
        ]);
        expect(headers).toMatchObject({
          "content-type": expect.stringMatching(/^text\/html/),
          "retry-after": "120",
          "cache-control": "no-store",
        });
        for (const header of ["etag", "last-modified"])
          if (name === "nginx") expect(headers).not.toHaveProperty(header);
      }
      await run("set", "--title", "Back at ten");
      await run("export", folder);
      expect((await ask({})).body).toContain(">Back at ten</h1>");
      expect((await ask({ url: "/backsoon-last-resort/index.html" })).statusCode).not.toBe(200);

      // A link to another user's file is not followed.
      const secret = join(temporaryFolder(), "secret");
      writeFileSync(secret, "root's");
      const index = join(folder, "index.html");
      rmSync(index);
      symlinkSync(secret, index);
      const isOther = process.getuid?.() === 0;
      if (isOther) chownSync(secret, 12345, 12345);
      if (isOther) expect((await ask({})).body).not.toContain("root's");
      rmSync(index);
      const last = await ask({ method: "POST" });
      expect([last.statusCode, last.body]).toEqual([
        503,
        expect.stringMatching(name === "nginx" ? /We will be back shortly/ : /503 Service Unavailable/),
      ]);
    },
  );
});
