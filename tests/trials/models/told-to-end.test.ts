import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { oneSecondOfTone } from "../../../scripts/diagnostics/wav.ts";
import { ctrlC, openTerminal, type Terminal } from "../../support/command/terminal.ts";
import { readKept, withModels } from "../../support/command/with-models.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel } from "../../support/network/chat-model.ts";
import type { Reply } from "../../support/network/recorder.ts";

const drafted = { title: "We are moving", message: "Back at 21:00." };
const brief = "moving db, back at 21:00";
const drafting = chatModel(() => drafted);

type At = Awaited<ReturnType<typeof withModels>>;

interface Stage {
  name: string;
  /** Which requests are never answered, as their paths end. */
  silent?: string;
  args: (recording: string) => string[];
  /** Leads the command to the stage. */
  lead: (terminal: Terminal, at: At) => Promise<unknown>;
  /** What is kept; absent where nothing has been said yet. */
  kept?: string | typeof drafted;
  sentence?: string;
}

const asked =
  (count: number) =>
  (_terminal: Terminal, { recorded }: At) =>
    expect.poll(() => recorded.length).toBe(count);

const stages: Stage[] = [
  {
    name: "a draft is asked for",
    silent: "completions",
    args: () => ["draft", brief],
    lead: asked(1),
    kept: `${brief}\n`,
  },
  {
    name: "a recording is transcribed",
    silent: "transcriptions",
    args: (file) => ["dictate", file],
    lead: asked(1),
  },
  {
    name: "the transcript is shown",
    args: (file) => ["dictate", file],
    lead: (terminal) => terminal.shows("e edits it first] "),
    kept: `${brief}\n`,
  },
  {
    name: "a draft of the transcript is asked for",
    silent: "completions",
    args: (file) => ["dictate", file],
    lead: async (terminal, at) => {
      await terminal.shows("e edits it first] ");
      terminal.type("\n");
      await asked(2)(terminal, at);
    },
    kept: `${brief}\n`,
  },
  {
    name: "a person is asked",
    args: () => ["draft", brief],
    lead: (terminal) => terminal.shows("Publish this? [y/N] "),
    kept: drafted,
  },
  {
    name: "it publishes",
    args: () => ["draft", brief],
    lead: async (terminal, { database }) => {
      await terminal.shows("Publish this? [y/N] ");
      const db = new Database(database);
      onTestFinished(() => void db.close());
      db.exec("BEGIN IMMEDIATE");
      terminal.type("y\n");
      await terminal.shows("y\r\n");
    },
    kept: drafted,
    sentence: "The command was interrupted while it published: `npx notice history` shows whether it did.",
  },
];

/** A recording in a file. */
async function record(): Promise<string> {
  const file = join(temporaryFolder(), "tone.wav");
  writeFileSync(file, new Uint8Array(await oneSecondOfTone().arrayBuffer()));
  return file;
}

/** A dictation on a terminal, in which an editor that does this is open. */
async function editing(reply: Reply, does: string) {
  const at = await withModels(reply);
  const editor = join(temporaryFolder(), "editor.sh");
  writeFileSync(editor, `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  const terminal = openTerminal({ ...at.env, VISUAL: editor }, "dictate", await record());
  await terminal.shows("e edits it first] ");
  terminal.type("e\n");
  await terminal.shows("is open");
  return { ...at, terminal };
}

describe("a command that asks models and is told to end", () => {
  it.each(
    stages.flatMap((stage) => (["Ctrl-C", "SIGTERM", "SIGHUP"] as const).map((by) => ({ ...stage, by }))),
  )(
    "while $name by $by loses nothing, and sends nothing more",
    async ({ silent, args, lead, kept, sentence, by }) => {
      const reply: Reply = (response, request, number) => {
        if (silent === undefined || !request.path.endsWith(silent)) drafting(response, request, number);
      };
      const at = await withModels(reply);
      const before = await at.document();
      const TMPDIR = temporaryFolder();
      const terminal = openTerminal({ ...at.env, TMPDIR }, ...args(await record()));
      await lead(terminal, at);
      const sent = at.recorded.length;
      if (by === "Ctrl-C") terminal.type(ctrlC);
      else process.kill(terminal.pid(), by);
      const { code, shown } = await terminal.ended();
      expect([code, at.recorded.length]).toEqual([1, sent]);
      expect(shown).toContain(`Model requests today: ${sent} of 50.\n`);
      expect(shown).toContain(sentence ?? "The command was interrupted. Nothing was published.");
      if (kept === undefined) expect(readdirSync(TMPDIR)).toEqual([]);
      else if (typeof kept === "string") expect(readKept(shown)).toBe(kept);
      else expect(JSON.parse(readKept(shown))).toMatchObject(kept);
      expect(await at.document()).toEqual(before);
    },
  );

  it.each(["SIGTERM", "SIGHUP"] as const)(
    "by %s while an editor is open keeps what it has saved",
    async (signal) => {
      const close = join(temporaryFolder(), "close");
      onTestFinished(() => writeFileSync(close, ""));
      const waits = `echo corrected > "$1"; echo is open; until [ -e "${close}" ]; do sleep 0.02; done`;
      const { terminal, recorded } = await editing(drafting, waits);
      process.kill(Number(terminal.pid()), signal);
      writeFileSync(close, "");
      const { code, shown } = await terminal.ended();
      expect([code, recorded.length]).toEqual([2, 1]);
      expect(shown).toContain(`The editor was ended by ${signal}. The notice is unchanged`);
      expect(readKept(shown)).toBe("corrected\n");
    },
  );

  it("leaves Ctrl-C to an editor that is open", async () => {
    const { terminal, document } = await editing(
      chatModel(() => ({ ...drafted, message: "Soon." })),
      `trap 'echo moving > "$1"; exit 0' INT\necho is open; while :; do sleep 0.02; done`,
    );
    terminal.type(ctrlC);
    await terminal.shows("Publish this? [y/N] ");
    terminal.type("y\n");
    expect((await terminal.ended()).code).toBe(0);
    expect(await document()).toMatchObject({ message: "Soon." });
  });
});
