import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patientWithExports } from "../../support/patient.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { newSchemaUrl } from "../../support/postgres/schema.ts";
import { startService } from "../../support/service/service.ts";
import { exportedTitle } from "./support/exported.ts";

const cluster = sharedCluster();

describe("a fleet with EXPORT_DIR", () => {
  it("has the same pages in the export of each node, whichever a change was published at", async () => {
    const DATABASE = newSchemaUrl(cluster.port);
    const nodes = await Promise.all(
      ["a", "b"].map(async (NODE_NAME) => {
        const EXPORT_DIR = join(temporaryFolder(), "export");
        const settings = { DATABASE, STATE_DIR: temporaryFolder(), NODE_NAME, EXPORT_DIR };
        await startService(settings);
        return settings;
      }),
    );
    const expectExported = async (title: string) => {
      for (const { EXPORT_DIR } of nodes)
        await expect.poll(() => exportedTitle(EXPORT_DIR), patientWithExports).toBe(title);
    };
    // The times of files depend on what was exported before.
    await expectExported("Under Maintenance");
    for (const settings of nodes) {
      const title = `Published at ${settings.NODE_NAME}`;
      const env = { ...process.env, ...settings };
      expect(await notice(env, ["set", "--title", title])).toMatchObject({ code: 0 });
      await expectExported(title);
      const [one, other] = nodes.map(({ EXPORT_DIR }) =>
        readFileSync(join(EXPORT_DIR, "current", "pages", "de.html"), "utf8"),
      );
      expect(one).toContain(title);
      expect(other).toBe(one);
    }
  });
});
