import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patientWithExports } from "../../support/patient.ts";
import { isAlive, startService, timesTold } from "../../support/service/service.ts";
import { exportedTitle } from "./support/exported.ts";

/** The processes that a process has started, and those that these have, which export. */
function exportersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("--export") ? [child] : exportersOf(child),
  );
}

describe("a service with EXPORT_DIR", () => {
  it("keeps the export fresh in one process for all workers, also when that dies, and leaves it when it stops", async () => {
    const folder = join(temporaryFolder(), "export");
    const key = { AZURE_OPENAI_CHAT_KEY: "secret", AZURE_OPENAI_CHAT_BASE_PATH: "https://a.example/b" };
    const service = await startService({ EXPORT_DIR: folder, WORKERS: "2", ...key });
    await expect.poll(() => exportedTitle(folder), patientWithExports).toBe("Under Maintenance");
    const [exporter = 0, ...others] = exportersOf(service.pid);
    expect(others).toEqual([]);
    expect(getPriority(exporter)).toBe(10);
    expect(readFileSync(`/proc/${exporter}/environ`, "utf8")).not.toContain("secret");
    await expect.poll(() => timesTold(service, "The notice was exported"), patientWithExports).toBe(1);

    await notice(service.env, ["set", "--title", "Back at nine"]);
    await expect.poll(() => exportedTitle(folder), patientWithExports).toBe("Back at nine");
    process.kill(exporter, "SIGKILL");
    await notice(service.env, ["set", "--title", "Back at ten"]);
    await expect.poll(() => exportedTitle(folder), patientWithExports).toBe("Back at ten");
    expect(timesTold(service, "The export process has exited")).toBe(1);

    const [last = 0] = exportersOf(service.pid);
    await notice(service.env, ["set", "--title", "Back at eleven"]);
    expect(await service.ended("SIGTERM")).toBe(0);
    await expect.poll(() => isAlive(last), patientWithExports).toBe(false);
    // What is whole by then is exported; if not, the last one stands.
    expect(exportedTitle(folder)).toMatch(/^Back at (?:ten|eleven)$/);
  });

  it("says once why it cannot export, and how old the last one is, and goes on when it can", async () => {
    const folder = join(temporaryFolder(), "export");
    writeFileSync(folder, "");
    const service = await startService({ EXPORT_DIR: folder });
    const told = () => timesTold(service, "The export is not up to date");
    await expect.poll(told, patientWithExports).toBe(1);
    expect(service.log().find(({ msg }) => msg.startsWith("The export"))?.msg).toBe(
      `The export is not up to date: there is none yet. Nothing can be exported to ${folder} (it is a file): give a path in a folder that this user may write to.`,
    );
    expect((await fetch(service.url)).status).toBe(503);
    rmSync(folder);
    mkdirSync(folder);
    await expect.poll(() => exportedTitle(folder), patientWithExports).toBe("Under Maintenance");
    await expect.poll(() => timesTold(service, "The notice is exported again"), patientWithExports).toBe(1);
    expect(told()).toBe(1);

    // Gone with everything in it: it is exported again, though nothing has changed.
    const before = readlinkSync(join(folder, "current"));
    renameSync(folder, `${folder}-gone`);
    await expect.poll(() => exportedTitle(folder), patientWithExports).toBe("Under Maintenance");
    expect(readlinkSync(join(folder, "current"))).not.toBe(before);
  });
});
