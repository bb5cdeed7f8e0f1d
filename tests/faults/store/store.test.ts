import { existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { knownService, page } from "../../support/store/survival.ts";

describe("a store that is made anew while the service runs", () => {
  it("goes on from what visitors see, also where everything beside it was lost", async () => {
    const service = await knownService({ DATABASE: join(temporaryFolder(), "var", "notice.db") });
    // At once, as the server may be writing into it.
    const folder = dirname(service.database);
    renameSync(folder, `${folder}.gone`);
    await expect.poll(() => existsSync(`${service.database}.last-known-good.json`), patient).toBe(true);
    expect((await noticeProcess(service.env, ["init"])).stdout).toMatch(/ is ready with revision 3 from /);
    expect((await noticeProcess(service.env, ["set", "--title", "Anew"])).code).toBe(0);
    expect(await page(service)).toContain(">Anew</h1>");
  });
});
