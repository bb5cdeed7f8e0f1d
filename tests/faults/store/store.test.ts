import { existsSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { readiness, type Service } from "../../support/service/service.ts";
import { changesAreShown, knownService, page } from "../../support/store/survival.ts";

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

  it("after its write-ahead log was cut off can be changed again soon", async () => {
    const service = await knownService({ DATABASE: join(temporaryFolder(), "notice.db") });
    truncateSync(`${service.database}-wal`, 0);
    await expect.poll(async () => (await noticeProcess(service.env, ["init"])).code, patient).toBe(0);
    await changesAreShown(service);
  });
});

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
    expect((await noticeProcess(service.env, ["init"])).code).toBe(0);
    await changesAreShown(service);
  });
});
