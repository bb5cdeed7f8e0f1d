import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../../support/command/command.ts";
import { prepared } from "../../../support/command/prepared.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { forge, insertRow } from "../../../support/store/forged-backup.ts";

/** How large the text is that nobody should read, in bytes. */
const hugeBytes = 100_000_000;

/** Makes a process say on standard error how much memory it has had at most, in KiB. */
function reportMemory(): string {
  const file = join(temporaryFolder(), "memory.mjs");
  writeFileSync(
    file,
    'process.on("exit", () => process.stderr.write("max " + process.resourceUsage().maxRSS + "\\n"));',
  );
  return `--import=${file}`;
}

describe("notice restore", () => {
  it.each([
    ["latest", 3],
    ["first", 1],
  ])(
    "refuses a backup whose %s row is huge without reading that, and needs no more memory",
    async (_name, huge) => {
      const { run, env, database } = await prepared();
      await run("set", "--title", "Good");
      const backup = join(temporaryFolder(), "backup.db");
      await run("backup", backup);
      const forged = forge(backup, (db) => {
        if (huge === 1) db.exec("DELETE FROM revision WHERE revision = 1");
        const title = "x".repeat(hugeBytes);
        insertRow(db, {
          revision: huge,
          body: `{"isEnabled":true,"title":"${title}"}`,
          sha256: "0".repeat(64),
        });
      });
      for (const part of ["", "-wal", "-shm"]) rmSync(database + part, { force: true });

      const withReport = { ...env, NODE_OPTIONS: reportMemory() };
      const restore = async (file: string) => {
        const { code, stderr } = await noticeProcess(withReport, ["restore", file]);
        const [, memory] = /^max (\d+)$/m.exec(stderr) ?? [];
        return { code, stderr, bytes: Number(memory) * 1024 };
      };
      const refused = await restore(forged);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`revision ${huge} in it is larger than 512 KiB`);
      const taken = await restore(backup);
      expect(taken.code).toBe(0);
      expect(refused.bytes - taken.bytes).toBeLessThan(hugeBytes / 2);
    },
  );
});
