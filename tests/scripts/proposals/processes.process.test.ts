import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { noticeProcess, refusal } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel, sentinel, translating } from "../../support/network/recorder.ts";
import { withModels } from "./support/with-models.ts";

it.skipIf(process.getuid?.() !== 0)(
  "A command that asks models reads its key as root, then works and writes as the store's owner",
  async () => {
    const at = await withModels(chatModel(translating), { AZURE_OPENAI_CHAT_KEY: "" });
    const { recorded, folder: cwd } = at;
    await at.run("set", "--message", "All is well.");
    const [key, TMPDIR] = [join(temporaryFolder(), "key"), temporaryFolder()];
    writeFileSync(key, sentinel, { mode: 0o600 });
    const store = dirname(at.database);
    execFileSync("chown", ["-R", "12345:12346", store]);
    chmodSync(store, 0o755);
    chmodSync(cwd, 0o700);
    const env = { ...at.env, AZURE_OPENAI_CHAT_KEY_FILE: key, NOTICE_AUTHOR: "", TMPDIR };
    const translate = ["translate", "--to", "de"];
    // Nothing is sent if the store's user may not write there.
    expect(await noticeProcess(env, translate, { cwd })).toEqual(refusal("notice-after-2.json cannot be "));
    expect(recorded).toEqual([]);
    const { code, stdout, stderr } = await noticeProcess(env, [...translate, "--out", "-"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("\nModel requests today: 1 of 50.\n")]);
    expect(recorded.map(({ headers }) => headers["api-key"])).toEqual([sentinel]);
    expect(await at.counted()).toBe(1);
    const [, follows = ""] = / apply - --if-revision (\S+)/.exec(stderr) ?? [];
    const applied = await noticeProcess(env, ["apply", "-", "--if-revision", follows], { stdin: stdout });
    expect(applied).toMatchObject({ code: 0, stderr: "" });
    const owners = readdirSync(store).map((name) => statSync(join(store, name)).uid);
    expect(new Set(owners)).toEqual(new Set([12_345]));
    expect(readdirSync(TMPDIR)).toEqual([]);
  },
);
