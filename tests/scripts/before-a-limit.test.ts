import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Notice, serialize } from "../../schema/notice/notice.ts";
import { refusal } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { insertRow } from "../support/store/forged-backup.ts";
import { change } from "../support/store/sqlite-file.ts";
import { maxMessage, maxTitle, noticeWith, overlong } from "../support/texts/notices.ts";

const tooLong = (field: string, limit: number, more: number) =>
  `"${field}" has ${limit + more} characters, and at most ${limit} are allowed: shorten it by ${more}.`;

/** A store whose second revision was published before some limit existed. */
async function preparedBefore(published: Notice = overlong) {
  const at = await prepared();
  change(at.database, (db) => insertRow(db, { revision: 2, body: serialize(published) }));
  return at;
}

describe("A stored notice that breaks a newer limit", () => {
  it("is shown, listed and exported unchanged", async () => {
    const { run, document } = await preparedBefore();
    expect((await run("show")).stdout).toContain(overlong.title);
    expect(JSON.parse((await run("show", "--json")).stdout)).toEqual(overlong);
    const { stdout } = await run("history", "--limit", "1");
    expect(stdout).toMatch(new RegExp(`^2 {2}\\d+ days? ago {2}eve {2}title: ${overlong.title}\n`));
    const folder = join(temporaryFolder(), "export");
    expect((await run("export", folder, "--all")).code).toBe(0);
    expect(readFileSync(join(folder, "de.html"), "utf8")).toContain(overlong.title);
    expect(await document()).toEqual(overlong);
  });

  it("refuses changes that keep the invalid field, and accepts a correction", async () => {
    const { run, document } = await preparedBefore();
    const refused = refusal(tooLong("title", maxTitle, 10));
    for (const more of [[], ["--dry-run"]])
      expect(await run("set", "--message", "Back at nine.", ...more)).toEqual(refused);
    expect((await run("set", "--title", "Moving", "--message", "Back at nine.")).code).toBe(0);
    expect(await run("rollback", "2")).toEqual(refused);
    expect(await document()).toEqual(noticeWith({ title: "Moving", message: "Back at nine." }));
    expect((await run("history")).stdout).toMatch(/^3 .*title: Moving; message: Back at nine\.\n2 /);
  });

  const two = { message: "y".repeat(maxMessage + 2), contactEmail: "help" };
  const long = tooLong("message", maxMessage, 2);
  const german = { title: "Moving", translations: { de: { title: "x".repeat(maxTitle + 1) } } };
  it.each<[string, Partial<Notice>, string, string]>([
    ["two fields", two, `${long} "contactEmail" is "help", which`, "set --message … --contact-email …"],
    ["a translation", german, tooLong("translations.de.title", maxTitle, 1), "edit"],
  ])("fails `notice check`, which names %s and the fix", async (_name, changes, faults, way) => {
    const { run } = await preparedBefore(noticeWith(changes));
    const { code, stdout } = await run("check", "--no-service");
    expect([code, stdout]).toEqual([1, expect.stringContaining("\nok      revisions: 2, all intact\n")]);
    const line = /^FAILURE notice: .*$/m.exec(stdout)?.[0];
    expect(line).toContain(` breaks a limit of this version. ${faults}`);
    expect(line).toContain(` Change it with \`npx notice ${way}\` before `);
  });
});
