import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { withModels } from "../../support/command/with-models.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel, sentinel, translating } from "../../support/network/recorder.ts";

describe("A command that asks models", () => {
  it.skipIf(process.getuid?.() !== 0)(
    "reads its key as root, then works and writes as the store's owner",
    async () => {
      const { env, folder, database, run, recorded, counted } = await withModels(chatModel(translating), {
        AZURE_OPENAI_CHAT_KEY: "",
      });
      await run("set", "--message", "All is well.");
      const key = join(temporaryFolder(), "key");
      writeFileSync(key, sentinel, { mode: 0o600 });
      execFileSync("chown", ["-R", "12345:12346", dirname(database)]);
      chmodSync(dirname(database), 0o755);
      const TMPDIR = temporaryFolder();
      const settings = { AZURE_OPENAI_CHAT_KEY_FILE: key, NOTICE_AUTHOR: "", TMPDIR };
      const command = { ...env, ...settings };
      chmodSync(folder, 0o700);
      // Nothing is sent if the store's user may not write there.
      const refused = await noticeProcess(command, ["translate", "--to", "de"], { cwd: folder });
      expect([refused.code, recorded.length]).toEqual([2, 0]);
      expect(refused.stderr).toMatch(
        /notice-after-2\.json cannot be created .* may write to, or - for standard output\.\n$/,
      );
      const asked = await noticeProcess(command, ["translate", "--to", "de", "--out", "-"]);
      expect([asked.code, asked.stderr]).toEqual([
        0,
        expect.stringContaining("\nModel requests today: 1 of 50.\n"),
      ]);
      expect(recorded.map(({ headers }) => headers["api-key"])).toEqual([sentinel]);
      expect(await counted()).toBe(1);
      const [, follows = ""] = / apply - --if-revision (\S+)/.exec(asked.stderr) ?? [];
      const apply = ["apply", "-", "--if-revision", follows];
      expect(await noticeProcess(command, apply, { stdin: asked.stdout })).toMatchObject({
        code: 0,
        stderr: "",
      });
      const owners = execFileSync("stat", ["-c", "%u", ...readdirSync(dirname(database))], {
        cwd: dirname(database),
        encoding: "utf8",
      });
      expect(new Set(owners.trim().split("\n"))).toEqual(new Set(["12345"]));
      expect(readdirSync(TMPDIR)).toEqual([]);
    },
  );
});
