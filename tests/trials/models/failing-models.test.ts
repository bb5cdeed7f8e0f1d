import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { oneSecondOfTone } from "../../../scripts/diagnostics/wav.ts";
import { withModels } from "../../support/command/with-models.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel } from "../../support/network/chat-model.ts";

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
      /^Model requests today: \d of 50\.\nThe chat model cannot be reached \(ECONNREFUSED\): [^\n]*\n$/,
    );
    expect(await counted()).toBeLessThanOrEqual(5);
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
