import { chownSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

/** A proxy whose app and Backsoon are both away, with the pages of a folder as the last resort. */
async function startAlone(name: "nginx" | "apache2", folder: string, isOn: boolean) {
  const lines = switchFolder();
  const SWITCH = join(switchFolder(), "on");
  const proxy = name === "nginx" ? "nginx" : "apache";
  const args = ["proxy", proxy, "--switch", "--out", lines];
  expect((await notice({ EXPORT_DIR: folder, SWITCH }, args)).code).toBe(0);
  if (isOn) writeFileSync(SWITCH, "");
  const ports = { "3000": await freePort(), "8000": await freePort() };
  return asking(await startProxy(name, configurations[name](lines), ports));
}

describe.each(["nginx", "apache2"] as const)("%s with Backsoon down as well", (name) => {
  it.each([false, true])(
    "shows the exported page for every method, and a short text without the page, with the switch %s",
    async (isOn) => {
      const { run } = await prepared();
      const folder = switchFolder();
      await run("set", "--title", "Back at nine");
      await run("export", folder);
      const ask = await startAlone(name, folder, isOn);
      const later = new Date(Date.now() + 1e6).toUTCString();
      const conditions = { "If-Modified-Since": later, "If-None-Match": "*", Range: "bytes=0-9" };
      const [post, remove] = [{ method: "POST", payload: "x=1" }, { method: "DELETE" }];
      for (const each of [{}, post, remove, { headers: conditions }]) {
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
      if (process.getuid?.() === 0) {
        chownSync(secret, 12345, 12345);
        expect((await ask({})).body).not.toContain("root's");
      }
      rmSync(index);
      const text = name === "nginx" ? /We will be back shortly/ : /503 Service Unavailable/;
      const last = await ask({ method: "POST" });
      expect([last.statusCode, last.body]).toEqual([503, expect.stringMatching(text)]);
    },
  );
});
