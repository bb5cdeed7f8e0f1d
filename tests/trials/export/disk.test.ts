import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { pageAt } from "../../support/network/http.ts";
import { patientWithExports } from "../../support/patient.ts";
import { startService, timesTold } from "../../support/service/service.ts";
import { canMount, mounted } from "../../support/store/mount.ts";

const pageBytes = 4096;

/** Leaves so many pages of a disk free. */
function fill(disk: string, freePages: number): void {
  rmSync(join(disk, "filler"), { force: true });
  const { bavail } = statfsSync(disk);
  const pages = bavail - freePages;
  if (pages > 0) writeFileSync(join(disk, "filler"), Buffer.alloc(pages * pageBytes));
}

describe.skipIf(!canMount())("on a disk that is full", () => {
  it("the last export stands, the service says so once and goes on, and the command and the check say why", async () => {
    const disk = mounted("-t", "tmpfs", "-o", "size=16m", "tmpfs");
    const folder = join(disk, "export");
    const service = await startService({ EXPORT_DIR: folder });
    const told = (text: string) => timesTold(service, text);
    await expect.poll(() => told("The notice was exported"), patientWithExports).toBe(1);
    fill(disk, 20);
    const env = { ...service.env, EXPORT_DIR: folder };
    await noticeProcess(env, ["set", "--title", "Back at nine"]);
    expect(await pageAt(service.url)).toContain("Back at nine");
    await expect
      .poll(() => told("The export is not up to date: the last whole one, of 20"), patientWithExports)
      .toBe(1);
    const failed = await noticeProcess(env, ["export", folder]);
    expect(failed.stderr).toMatch(
      /^The notice could not be exported to \S+ \(its disk is full\): fix that, then try again\. The previous export is unchanged\.\n$/,
    );
    expect(failed.code).toBe(1);
    const checked = await noticeProcess(env, ["check"]);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(
      /^FAILURE export: revision 1, exported .* ago\. The notice could not .*disk is full/m,
    );
    fill(disk, 4000);
    await expect.poll(() => told("The notice is exported again"), patientWithExports).toBe(1);
    expect(told("The export is not up to date")).toBe(1);
    expect((await noticeProcess(env, ["check"])).stdout).toMatch(/^ok {6}export: revision 2, /m);
  });
});
