import { rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { readiness, type Service } from "../../support/service/service.ts";
import { changesAreShown, knownService, page } from "../../support/store/survival.ts";

describe("a store that a link leads to", () => {
  async function linked(): Promise<Service & { target: string }> {
    const folder = temporaryFolder();
    const target = join(folder, "real.db");
    const link = join(temporaryFolder(), "notice.db");
    writeFileSync(target, "");
    symlinkSync(target, link);
    return { ...(await knownService({ DATABASE: link })), target };
  }

  it("is as safe as another one when its shared memory is cut off", async () => {
    const service = await linked();
    truncateSync(`${service.target}-shm`, 0);
    for (let request = 0; request < 20; request += 1) expect(await page(service)).toContain(">Known</h1>");
    await changesAreShown(service);
  });

  it("does not go on without its writers when the files beside it are removed", async () => {
    const service = await linked();
    for (const part of ["-wal", "-shm"]) rmSync(service.target + part);
    await expect.poll(async () => (await readiness(service)).store, patient).toBe("down");
    expect((await noticeProcess(service.env, ["set", "--title", "Again"])).code).toBe(0);
    await changesAreShown(service);
  });
});
