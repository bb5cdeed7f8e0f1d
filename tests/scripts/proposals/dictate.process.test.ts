import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { oneSecondOfTone } from "../../../scripts/diagnostics/models.ts";
import { refusal } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { chatModel, json, questionIn } from "../../support/network/recorder.ts";
import { withModels } from "./support/with-models.ts";

const drafted = { title: "We are moving", message: "Back at 21:00." };
const drafting = chatModel(() => drafted);

/** A store, models, and a recording of a second. */
async function withRecording(...[reply, settings]: Parameters<typeof withModels>) {
  const at = await withModels(reply, settings);
  const recording = join(temporaryFolder(), "call of a customer.wav");
  writeFileSync(recording, new Uint8Array(await oneSecondOfTone().arrayBuffer()));
  return { ...at, recording };
}

describe("notice dictate", () => {
  it("sends the recording without its file name, saves the transcript, and drafts from it", async () => {
    // Invisible characters are removed from the transcript.
    const model = chatModel(() => drafted, "moving db\u202e, back at 21\u200f:\u200f00");
    const { run, apply, recording, folder, recorded, document } = await withRecording(model);
    const { code, stdout, stderr } = await run("dictate", recording);
    expect([code, stderr]).toEqual([
      0,
      `Transcript: moving db, back at 21:00
It is in notice-after-1.txt, for \`npx notice draft - < notice-after-1.txt\`.
Model requests today: 2 of 50.
`,
    ]);
    expect(readFileSync(join(folder, "notice-after-1.txt"), "utf8")).toBe("moving db, back at 21:00\n");
    expect((await apply(stdout)).code).toBe(0);
    expect((await run("history", "--limit", "1")).stdout).toContain("anna (dictated)");
    expect(await document()).toMatchObject(drafted);
    const [speech, chat] = recorded;
    const { headers = {}, body = Buffer.of() } = speech ?? {};
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const file = form.get("file") as File;
    expect([file.name, form.get("response_format")]).toEqual(["recording.wav", "json"]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(readFileSync(recording));
    expect(chat && questionIn(chat).given).toEqual({ brief: "moving db, back at 21:00" });
  });

  it("keeps the transcript if the chat model fails", async () => {
    const { run, recording, folder } = await withRecording((response, request, number) => {
      if (request.path.endsWith("/completions")) json(response, 401, {});
      else drafting(response, request, number);
    });
    const { code, stderr } = await run("dictate", recording, "--out", "said.json");
    expect([code, stderr]).toEqual([1, expect.stringContaining("`npx notice draft - < said.txt`")]);
    expect(readdirSync(folder)).toEqual(["said.txt"]);
  });

  it("drafts nothing from a silent recording", async () => {
    const { run, recording, recorded } = await withRecording(chatModel(() => drafted, " \n "));
    const { code, stderr } = await run("dictate", recording);
    expect([code, recorded.length]).toEqual([2, 1]);
    expect(stderr).toMatch(/^Model requests today: 1 of 50\.\nThe recording has no audible words: /);
  });

  it.each<[string, string, string]>([
    ["the recording does not exist", "/nowhere/a.wav", "/nowhere/a.wav cannot be read (it does not exist)"],
    ["the file is not a recording", resolve("package.json"), "is of no known type"],
    ["the recording is too large", "/dev/zero", "is larger than 25 MB"],
  ])("sends and counts nothing if %s", async (_name, file, words) => {
    const { run, recorded, counted } = await withModels(drafting);
    expect(await run("dictate", file)).toEqual(refusal(`The recording ${words}`));
    expect([recorded, await counted()]).toEqual([[], 0]);
  });

  it("refuses to run without both models", async () => {
    const { run } = await withModels(drafting, { AZURE_OPENAI_SPEECH_KEY: "" });
    expect((await run("--help")).stdout).toMatch(/dictate .*\(needs\s+AZURE_OPENAI_SPEECH_KEY\)/);
    expect(await run("dictate", "call.wav")).toEqual(refusal("needs AZURE_OPENAI_SPEECH_KEY: set it in"));
  });
});
