import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createKeeper,
  keepLatest,
  readLastKnownGood,
  writeLastKnownGood,
} from "../../data/cache/last-known-good.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { temporaryFolder } from "../support/folder.ts";
import { draftWith, keptWith, outOfLimits, revisionWith, signed } from "../support/texts/notices.ts";

describe("The last known good notice", () => {
  it.each([
    ["missing", undefined],
    ["empty", ""],
    ["cut off", '{"revision": 1, "notice": {"isEn'],
    ["turned off", signed({ ...keptWith(), notice: { ...defaults, isEnabled: false } })],
    ["without a number", signed({ ...keptWith(), revision: "1" })],
    ["without a checksum", JSON.stringify(keptWith())],
    ["changed by a byte", signed(keptWith({ message: "19:00" })).replace("19:00", "11:00")],
    ["without a time", signed({ ...keptWith(), createdAt: "then" })],
    ["larger than any notice", signed(keptWith()) + " ".repeat(2 * 1024 * 1024)],
  ])("is ignored if its file is %s", (_name, text) => {
    const file = join(temporaryFolder(), "known.json");
    if (text !== undefined) writeFileSync(file, text);
    expect(readLastKnownGood(file)).toBeUndefined();
  });

  it.each(outOfLimits)("is read unchanged even if its text is now over a limit: %s", (_name, changes) => {
    const file = join(temporaryFolder(), "known.json");
    writeFileSync(file, signed(keptWith(changes)));
    expect(readLastKnownGood(file)).toEqual(revisionWith(changes));
  });

  it("is readable at any time while 50 revisions are kept, and ends as the newest without other files", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "known.json");
    const failures: unknown[] = [];
    const { keep } = createKeeper(file, (error) => failures.push(error));
    for (let revision = 1; revision <= 50; revision += 1) {
      keep(revisionWith({ message: "x".repeat(revision * 20) }, revision));
      if (revision % 10 === 0) await new Promise(setImmediate);
      const known = readLastKnownGood(file);
      if (known) expect(known.notice.message).toHaveLength(known.number * 20);
    }
    await expect.poll(() => readLastKnownGood(file)?.number).toBe(50);
    expect(readLastKnownGood(file)).toEqual(revisionWith({ message: "x".repeat(1000) }, 50));
    expect(readdirSync(folder)).toEqual(["known.json"]);
    expect(readFileSync(file, "utf8")).toMatch(/\}\n$/);
    expect(failures).toEqual([]);
  });

  it("is written, which removes old temporary files of killed processes", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "known.json");
    const [killed, writing] = [`${file}.killed.tmp`, `${file}.writing.tmp`];
    for (const path of [killed, writing]) writeFileSync(path, "left");
    const twoMinutesAgo = Date.now() / 1000 - 120;
    utimesSync(killed, twoMinutesAgo, twoMinutesAgo);
    await writeLastKnownGood(file, revisionWith());
    expect(readdirSync(folder).sort()).toEqual(["known.json", "known.json.writing.tmp"]);
  });

  it("is not replaced by an earlier revision", async () => {
    const file = join(temporaryFolder(), "known.json");
    await writeLastKnownGood(file, revisionWith({}, 3));
    const { keep, settled } = createKeeper(file, () => {});
    keep(revisionWith({}, 2));
    await settled();
    expect(readLastKnownGood(file)?.number).toBe(3);
  });

  it("leaves no temporary file if it cannot be renamed to its place", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "known.json");
    mkdirSync(file);
    await expect(writeLastKnownGood(file, revisionWith())).rejects.toMatchObject({ code: "EISDIR" });
    expect(readdirSync(folder)).toEqual(["known.json"]);
  });

  it("reports once that it cannot be written", async () => {
    const failures: unknown[] = [];
    const file = join(temporaryFolder(), "no", "such", "known.json");
    const { keep, settled } = createKeeper(file, (error) => failures.push(error));
    for (let round = 0; round < 3; round += 1) {
      keep(revisionWith());
      await settled();
    }
    expect(failures).toMatchObject([{ code: "ENOENT" }]);
  });

  it("ends as the newest revision although another command publishes meanwhile", async () => {
    const file = join(temporaryFolder(), "known.json");
    const backend = sqliteBackend(join(temporaryFolder(), "notice.db"));
    await backend.create({ ...draftWith(), number: 1 });
    const store = await backend.open();
    const latest = async () => {
      const found = await store.latest();
      if (found.number === 1) await store.append(draftWith({ title: "Meanwhile" }));
      return found;
    };
    await keepLatest(file, { latest, latestNumber: store.latestNumber }, await latest());
    expect(readLastKnownGood(file)).toMatchObject({ number: 2, notice: { title: "Meanwhile" } });
    await store.close();
  });
});
