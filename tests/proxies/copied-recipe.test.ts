import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";

/** What our recipe for nginx warns of. */
const copied = (root: string) => `
  events {}
  http {
    access_log off;
    server {
      listen 8000;
      location / { proxy_pass http://127.0.0.1:3000; error_page 502 503 504 =503 @maintenance; }
      location @maintenance { root ${root}; rewrite ^ /maintenance.html break; add_header Retry-After 120; }
    }
  }`;

describe("the recipe that everybody copies", () => {
  it("drops Retry-After, and answers a POST with 405", async () => {
    const root = temporaryFolder();
    const file = join(root, "maintenance.html");
    writeFileSync(file, "<h1>Maintenance</h1>");
    // The workers of nginx are another user's, and whoever runs this may let nobody else read new files.
    chmodSync(file, 0o644);
    chmodSync(root, 0o755);
    const url = await startProxy("nginx", copied(root), {
      "3000": await freePort(),
      "8000": await freePort(),
    });
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([503, "<h1>Maintenance</h1>"]);
    expect(page.headers.get("retry-after")).toBeNull();
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
  });
});
