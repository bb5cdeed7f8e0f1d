import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { oneSecondOfTone } from "../../../scripts/diagnostics/wav.ts";
import { readKept, withModels } from "../../support/command/with-models.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel } from "../../support/network/chat-model.ts";
import { say } from "../../support/network/recorder.ts";

describe("a model that fails", () => {
  it("and is not there is asked for no more languages than three", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { run, counted } = await withModels(
      chatModel(() => ({})),
      { AZURE_OPENAI_CHAT_BASE_PATH: url },
    );
    await run("set", "--message", "All is well.");
    const { code, stderr } = await run("translate", "--to", "de,fr,it,es,nl,sv,da,fi,nb,pl");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Model requests today: \d of 50\.\nThe chat model refuses the connection \(ECONNREFUSED\): [^\n]*\n$/,
    );
    expect(await counted()).toBeLessThanOrEqual(5);
  });

  it("is no reason to lose words that no file takes: they are on the terminal, and the brief in its file", async () => {
    const TMPDIR = temporaryFolder();
    vi.stubEnv("TMPDIR", TMPDIR);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { run, document } = await withModels((response) => {
      for (const folder of readdirSync(TMPDIR)) {
        if (folder.startsWith("notice-")) mkdirSync(join(TMPDIR, folder, "notice.json.new"));
      }
      say(response, { title: "We are moving", message: "Soon." });
    });
    const before = await document();
    const { code, stderr } = await run("draft", "moving db");
    expect(code).toBe(2);
    expect(stderr).toContain('  "title": "We are moving",\n  "message": "Soon.",\n');
    expect(stderr).toMatch(/notice\.json cannot be created \([^\n]+\n$/);
    expect(readKept(stderr)).toBe("moving db\n");
    expect(await document()).toEqual(before);
  });

  it("and hears nothing is asked for no draft", async () => {
    const { run, recorded } = await withModels(chatModel(() => ({}), " \n "));
    const recording = join(temporaryFolder(), "tone.wav");
    writeFileSync(recording, new Uint8Array(await oneSecondOfTone().arrayBuffer()));
    const { code, stderr } = await run("dictate", recording);
    expect([code, recorded.length]).toEqual([2, 1]);
    expect(stderr).toBe(
      "Model requests today: 1 of 50.\nThe recording has no audible words: record it again.\n",
    );
  });
});
