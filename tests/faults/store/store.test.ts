import { existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { pageAt } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { startService } from "../../support/service/service.ts";

it("A new store continues with the revision that a running service shows, even if the whole folder was lost", async () => {
  const service = await startService({ DATABASE: join(temporaryFolder(), "var", "notice.db") });
  expect((await notice(service.env, ["set", "--title", "Known"])).code).toBe(0);
  expect(await pageAt(service.url)).toContain(">Known</h1>");
  // Removing the folder could fail, because the server may be writing to it.
  const folder = dirname(service.database);
  renameSync(folder, `${folder}.gone`);
  await expect.poll(() => existsSync(`${service.database}.last-known-good.json`), patient).toBe(true);
  expect((await notice(service.env, ["init"])).stdout).toMatch(/ is ready with revision 3 from /);
  expect((await notice(service.env, ["set", "--title", "New"])).code).toBe(0);
  expect(await pageAt(service.url)).toContain(">New</h1>");
});
