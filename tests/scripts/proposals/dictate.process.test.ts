import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oneSecondOfTone } from "../../../scripts/diagnostics/wav.ts";
import { ctrlC, openTerminal } from "../../support/command/terminal.ts";
import { readKept, withModels } from "../../support/command/with-models.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel, questionIn } from "../../support/network/chat-model.ts";
import { sentinel } from "../../support/network/recorder.ts";

const drafted = { title: "We are moving", message: "Back at 21:00." };

/** A command with a recording of a second. */
async function withRecording(...[reply, settings]: Parameters<typeof withModels>) {
  const at = await withModels(reply, settings);
  const folder = temporaryFolder();
  const recording = join(folder, "call of a customer.wav");
  writeFileSync(recording, new Uint8Array(await oneSecondOfTone().arrayBuffer()));
  return { ...at, folder, recording };
}

describe("notice dictate", () => {
  it("sends the recording without its name, shows the transcript, and publishes what is drafted from it", async () => {
    const { runAsked, recording, recorded, document } = await withRecording(chatModel(() => drafted));
    const { code, stdout, stderr } = await runAsked(["", "y"], "dictate", recording, "--json");
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Transcript: moving db, back at 21:00\n- title: [\s\S]+\nModel requests today: 2 of 50\.\n$/,
      ),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      author: "anna (dictated)",
      transcript: "moving db, back at 21:00",
      usage: { count: 2, limit: 50 },
    });
    expect(await document()).toMatchObject(drafted);
    const [speech, chat] = recorded;
    const { path, query, headers = {}, body = Buffer.of() } = speech ?? {};
    expect([path, query]).toEqual([
      "/openai/deployments/whisper/audio/transcriptions",
      "api-version=2024-02-15-preview",
    ]);
    expect(headers["api-key"]).toBe(sentinel);
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    expect([...form.keys()].sort()).toEqual(["file", "response_format"]);
    const file = form.get("file") as File;
    expect([file.name, form.get("response_format")]).toEqual(["recording.wav", "json"]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(readFileSync(recording));
    expect(chat && questionIn(chat).given).toEqual({ brief: "moving db, back at 21:00" });
  });

  it("lets a person at a terminal correct the transcript, and leaves no file", async () => {
    const { env, folder, recording, recorded, document } = await withRecording(chatModel(() => drafted));
    const editor = join(folder, "editor.sh");
    writeFileSync(editor, `#!/bin/sh\nsed -i "s/db/the database/" "$1"\n`);
    chmodSync(editor, 0o755);
    const TMPDIR = temporaryFolder();
    const terminal = openTerminal({ ...env, VISUAL: editor, TMPDIR }, "dictate", recording);
    await terminal.shows("Draft the notice from this? [Y/n, e edits it first] ");
    terminal.type("e\n");
    await terminal.shows("Publish this? [y/N] ");
    terminal.type("y\n");
    const { code, shown } = await terminal.ended();
    expect([code, shown]).toEqual([0, expect.stringContaining("+ title: We are moving\n")]);
    expect(recorded[1] && questionIn(recorded[1]).given).toEqual({
      brief: "moving the database, back at 21:00",
    });
    expect(await document()).toMatchObject(drafted);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it("keeps the transcript when the editor fails, and what was proposed when Ctrl-C is the answer", async () => {
    const { env, recording, recorded, document } = await withRecording(chatModel(() => drafted));
    const before = await document();
    const failing = openTerminal({ ...env, VISUAL: "rm -f" }, "dictate", recording);
    await failing.shows("e edits it first] ");
    failing.type("e\n");
    const removed = await failing.ended();
    expect([removed.code, recorded.length]).toEqual([2, 1]);
    expect(removed.shown).toContain("The editor left no document");
    expect(readKept(removed.shown)).toBe("moving db, back at 21:00\n");
    const terminal = openTerminal(env, "dictate", recording);
    await terminal.shows("e edits it first] ");
    terminal.type("\n");
    await terminal.shows("Publish this? [y/N] ");
    terminal.type(ctrlC);
    const { code, shown } = await terminal.ended();
    expect(code).toBe(1);
    expect(shown).toContain(
      "Model requests today: 3 of 50.\nThe command was interrupted. Nothing was published.",
    );
    expect(JSON.parse(readKept(shown))).toMatchObject(drafted);
    expect(await document()).toEqual(before);
  });

  it("takes what nobody sees out of the transcript", async () => {
    const marked = await withRecording(
      chatModel(() => drafted, "moving db\u202e, back at 21\u200f:\u200f00"),
    );
    const { stderr } = await marked.run("dictate", marked.recording);
    expect(stderr).toContain("Transcript: moving db, back at 21:00\n");
  });

  it.each<[string, string, string]>([
    [
      "there is no such file",
      "/nowhere/call.wav",
      "The recording /nowhere/call.wav cannot be read (it does not exist)",
    ],
    ["it is a folder", "/", "The recording / cannot be read"],
    ["it is no recording", "package.json", "The recording is of no known type"],
    ["it is too large", "/dev/zero", "The recording is larger than 25 MB"],
  ])("sends and counts nothing when %s", async (_name, file, sentence) => {
    const { run, recorded, counted } = await withModels(chatModel(() => drafted));
    const { code, stdout, stderr } = await run("dictate", file);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(sentence);
    expect([recorded, await counted()]).toEqual([[], 0]);
  });

  it("needs both models", async () => {
    const { run } = await withModels(
      chatModel(() => drafted),
      { AZURE_OPENAI_SPEECH_KEY: "" },
    );
    expect((await run("--help")).stdout).toMatch(/dictate .*\(needs\s+AZURE_OPENAI_SPEECH_KEY\)/);
    const { code, stderr } = await run("dictate", "call.wav");
    expect([code, stderr]).toEqual([
      2,
      "`npx notice dictate` asks a model, and needs AZURE_OPENAI_SPEECH_KEY: set it in the environment or in .env.\n",
    ]);
  });
});
