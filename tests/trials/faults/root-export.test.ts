import { chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { lookInto, other, ownedFolders, service } from "./owned-folders.ts";

/** The users to whom what is in a folder belongs. */
const ownersIn = (folder: string) =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
      (path) => lstatSync(join(folder, path)).uid,
    ),
  );

describe.skipIf(process.getuid?.() !== 0)("an export by root of a store of another user's", () => {
  const withFolderOf = async (uid: number) => {
    const at = ownedFolders();
    await noticeProcess(at.env, ["init"]);
    const target = join(at.top, "export");
    mkdirSync(target);
    chownSync(target, uid, uid);
    return { ...at, target };
  };

  it("is that user's, in a folder of that user's", async () => {
    const { env, target } = await withFolderOf(service.uid);
    expect(await noticeProcess(env, ["export", target])).toMatchObject({ code: 0, stderr: "" });
    expect(ownersIn(target)).toEqual(new Set([service.uid]));
  });

  it.each([
    ["root's own", 0],
    ["a third user's", other.uid],
  ])("is refused in a folder that is %s, in which nothing is touched", async (_whose, uid) => {
    const { env, target } = await withFolderOf(uid);
    expect(await noticeProcess(env, ["export", target])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Nothing can be exported to \S+ \(this user may not write there\): /),
    });
    expect(readdirSync(target)).toEqual([]);
  });

  it("touches nothing behind a link of that user's", async () => {
    const { env, target, vault } = await withFolderOf(service.uid);
    writeFileSync(join(vault, "secret"), "root's", { mode: 0o600 });
    const before = lookInto(vault);
    symlinkSync(join(vault, "secret"), join(target, "index.html"));
    expect((await noticeProcess(env, ["export", target])).code).toBe(2);
    expect(lookInto(vault)).toEqual(before);
  });
});
