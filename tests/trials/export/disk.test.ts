import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeExport } from "../../../api/export/folder.ts";
import { noticeProcess } from "../../support/command/command.ts";
import { patientWithExports } from "../../support/patient.ts";
import { startService, timesTold } from "../../support/service/service.ts";
import { canMount, mounted } from "../../support/store/mount.ts";
import { cheapParts, cheapRevision, temporariesIn, wholeExport } from "./cheap-exports.ts";

const moments = 200;
const pageBytes = 4096;

/** Leaves so many pages of a disk free. */
function fill(disk: string, freePages: number): void {
  rmSync(join(disk, "filler"), { force: true });
  const { bavail } = statfsSync(disk);
  const pages = bavail - freePages;
  if (pages > 0) writeFileSync(join(disk, "filler"), Buffer.alloc(pages * pageBytes));
}

describe.skipIf(!canMount())("on a disk that is full", () => {
  it("an export is whole or not at all, wherever the disk ends", async () => {
    const disk = mounted("-t", "tmpfs", "-o", "size=4m", "tmpfs");
    const folder = join(disk, "export");
    let shown = 0;
    let refused = 0;
    for (let moment = 1; moment <= moments; moment += 1) {
      // An export takes two pages for each file, and some.
      fill(disk, moment % 80);
      const outcome = await writeExport(cheapParts(folder), async () => ({
        revision: cheapRevision(moment),
      })).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
      if (typeof outcome === "object") shown = moment;
      else {
        expect(outcome).toBe("ENOSPC");
        refused += 1;
      }
      const isThere = shown > 0;
      if (isThere) {
        expect((await wholeExport(folder))?.revision).toBe(shown);
        expect(temporariesIn(folder)).toEqual([]);
      }
    }
    expect(refused).toBeGreaterThan(moments / 4);
    expect(refused).toBeLessThan(moments);
    fill(disk, 500);
    await writeExport(cheapParts(folder), async () => ({ revision: cheapRevision(moments + 1) }));
    expect((await wholeExport(folder))?.revision).toBe(moments + 1);
  });

  it("the last export stands, the service says so once and goes on, and the command and the check say why", async () => {
    const disk = mounted("-t", "tmpfs", "-o", "size=16m", "tmpfs");
    const folder = join(disk, "export");
    const service = await startService({ EXPORT_DIR: folder });
    const told = (text: string) => timesTold(service, text);
    await expect.poll(() => told("The notice was exported"), patientWithExports).toBe(1);
    fill(disk, 20);
    const env = { ...service.env, EXPORT_DIR: folder };
    await noticeProcess(env, ["set", "--title", "Back at nine"]);
    expect(await (await fetch(service.url)).text()).toContain("Back at nine");
    await expect
      .poll(() => told("The export is not up to date: the last whole one, of 20"), patientWithExports)
      .toBe(1);
    const failed = await noticeProcess(env, ["export", folder]);
    expect(failed.stderr).toMatch(
      /^The notice could not be exported to \S+ \(its disk is full\): make that possible, then try again; the last whole export stands\.\n$/,
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
