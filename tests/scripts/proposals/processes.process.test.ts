import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { noticeProcess } from "../../support/command/command.ts";
import { openTerminal } from "../../support/command/terminal.ts";
import { readKept, readWaiting, withModels } from "../../support/command/with-models.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel, questionIn, translating } from "../../support/network/chat-model.ts";
import { sentinel } from "../../support/network/recorder.ts";

describe("a command that asks models, in a process of its own,", () => {
  it.each(["SIGINT", "SIGHUP"] as const)(
    "keeps what has come when it is told to end by %s, and sends nothing more",
    async (signal) => {
      const { env, run, document, recorded } = await withModels((response, request, number) => {
        // Those of the other languages never end.
        if (questionIn(request).to === "de") chatModel(translating)(response, request, number);
      });
      await run("set", "--message", "All is well.");
      const before = await document();
      const terminal = openTerminal(env, "translate", "--to", "de,fr,it,es,nl");
      await terminal.shows("1 of 5 translated.");
      await expect.poll(() => recorded.length).toBe(4);
      process.kill(terminal.pid(), signal);
      const { code, shown } = await terminal.ended();
      expect([code, recorded.length]).toEqual([1, 4]);
      expect(shown).toMatch(
        /Model requests today: 4 of 50\.\nThe command was interrupted\. Nothing was published\. [^\n]* kept in \S+: `npx notice apply` publishes that file\.\n$/,
      );
      expect(JSON.parse(readKept(shown)).translations).toEqual({
        de: { message: "Auf Deutsch: All is well." },
      });
      expect(await document()).toEqual(before);
    },
  );

  it("takes nothing for an answer that was typed before the question", async () => {
    let reply = (): void => {};
    const { env, document, recorded } = await withModels((response, request, number) => {
      reply = () => chatModel(() => ({ title: "Moving", message: "Soon." }))(response, request, number);
    });
    const before = await document();
    const terminal = openTerminal(env, "draft", "moving db, soon");
    await expect.poll(() => recorded.length).toBe(1);
    terminal.type("y\n");
    await terminal.shows("y\r\n");
    reply();
    await terminal.shows("Publish this? [y/N] ");
    terminal.type("n\n");
    const { shown } = await terminal.ended();
    expect(shown).toContain("Publish this? [y/N] n\n");
    expect(await document()).toEqual(before);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "reads its key as root, and works as the user to whom the store's folder belongs",
    async () => {
      const { env, database, run, recorded, counted } = await withModels(chatModel(translating), {
        AZURE_OPENAI_CHAT_KEY: "",
      });
      await run("set", "--message", "All is well.");
      const key = join(temporaryFolder(), "key");
      writeFileSync(key, sentinel, { mode: 0o600 });
      execFileSync("chown", ["-R", "12345:12346", dirname(database)]);
      chmodSync(dirname(database), 0o755);
      const TMPDIR = temporaryFolder();
      const settings = { AZURE_OPENAI_CHAT_KEY_FILE: key, NOTICE_AUTHOR: "", TMPDIR };
      const terminal = openTerminal({ ...env, ...settings }, "translate", "--to", "de", "--json");
      await terminal.shows("Publish this? [y/N] ");
      terminal.type("y\n");
      const { code, shown } = await terminal.ended();
      expect([code, shown]).toEqual([0, expect.stringContaining('"author": "root (translated with chat)"')]);
      expect(recorded.map(({ headers }) => headers["api-key"])).toEqual([sentinel]);
      expect(await counted()).toBe(1);
      await run("set", "--message", "All is not well.");
      execFileSync("chown", ["-R", "12345:12346", dirname(database)]);
      // Without a terminal, the file is that user's, too, and root may apply it.
      const command = { ...env, ...settings };
      const asked = await noticeProcess(command, ["translate", "--to", "de"]);
      expect([asked.code, asked.stderr]).toEqual([0, "Model requests today: 2 of 50.\n"]);
      const applied = await noticeProcess(command, readWaiting(asked.stdout).apply);
      expect([applied.code, applied.stderr]).toEqual([0, ""]);
      const owners = execFileSync("stat", ["-c", "%u", ...readdirSync(dirname(database))], {
        cwd: dirname(database),
        encoding: "utf8",
      });
      expect(new Set(owners.trim().split("\n"))).toEqual(new Set(["12345"]));
      expect(readdirSync(TMPDIR)).toEqual([]);
    },
  );
});
