import { describe, expect, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import {
  json,
  modelSettings,
  type Reply,
  sentinel,
  startRecorder,
  wellBehaved,
} from "../support/network/recorder.ts";

/** The command on a healthy store, so that only the models may be wrong. */
async function healthy(settings: Record<string, string>) {
  const { env, run } = await prepared();
  await run("set", "--title", "x");
  return async (...args: string[]) => {
    const outcome = await notice({ ...env, ...settings }, args);
    expect(outcome.stdout + outcome.stderr).not.toContain(sentinel);
    const lines = outcome.stdout.split("\n").filter((line) => / (?:speech|chat): /.test(line));
    return { ...outcome, lines };
  };
}

const well = /reachable, credentials accepted, model responding, round trip \d+ ms$/;

describe("notice check --models", () => {
  it("says of both that they answer, and how long it took", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    const run = await healthy(modelSettings(url));
    const { code, stderr, lines } = await run("check", "--no-service", "--models");
    expect([code, stderr]).toEqual([0, ""]);
    expect(lines).toEqual([
      expect.stringMatching(/^ok {6}speech: reachable/),
      expect.stringMatching(/^ok {6}chat: reachable/),
    ]);
    for (const line of lines) expect(line).toMatch(well);
    expect(recorded.map(({ path, headers }) => [path, headers["api-key"]]).sort()).toEqual([
      ["/openai/deployments/gpt/chat/completions", sentinel],
      ["/openai/deployments/whisper/audio/transcriptions", sentinel],
    ]);
    const results = JSON.parse((await run("check", "--no-service", "--models", "--json")).stdout);
    expect(results.slice(-2)).toEqual([
      { subject: "speech", state: "ok", detail: expect.stringMatching(well) },
      { subject: "chat", state: "ok", detail: expect.stringMatching(well) },
    ]);
  });

  it("asks nothing unless it is told to", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    const run = await healthy(modelSettings(url));
    const { code, lines } = await run("check", "--no-service");
    expect([code, lines]).toEqual([0, []]);
    expect(await run("show")).toMatchObject({ code: 0 });
    expect(recorded).toEqual([]);
  });

  it("says of one that is not set that it is off", async () => {
    const run = await healthy({});
    const { code, lines } = await run("check", "--no-service", "--models");
    expect(code).toBe(0);
    expect(lines).toEqual([
      "ok      speech: off, AZURE_OPENAI_SPEECH_BASE_PATH is not set",
      "ok      chat: off, AZURE_OPENAI_CHAT_BASE_PATH is not set",
    ]);
  });

  it("ends with 1, and says what is wrong with which", async () => {
    const reply: Reply = (response, request, number) =>
      request.path.includes("whisper")
        ? json(response, 429, { error: { message: sentinel } }, { "Retry-After": "7" })
        : wellBehaved(response, request, number);
    const { url, recorded } = await startRecorder(reply);
    const run = await healthy(modelSettings(url));
    const { code, stderr, lines } = await run("check", "--no-service", "--models");
    expect([code, stderr]).toEqual([
      1,
      "The check found problems with: speech. The lines above say what to do.\n",
    ]);
    expect(lines).toEqual([
      "FAILURE speech: The speech model refuses the request (status 429, try again in 7 s): correct AZURE_OPENAI_SPEECH_BASE_PATH, AZURE_OPENAI_SPEECH_KEY or AZURE_OPENAI_API_VERSION, change the text, or try again later.",
      expect.stringMatching(/^ok {6}chat: /),
    ]);
    // A limit is told at once, not asked against.
    expect(recorded.length).toBe(2);
    const asJson = await run("check", "--no-service", "--models", "--json");
    expect([asJson.code, JSON.parse(asJson.stdout).at(-2).state]).toEqual([1, "failure"]);
  });

  it("asks the one whose settings are right when the other's are not", async () => {
    const { url, recorded } = await startRecorder(wellBehaved);
    const run = await healthy({ ...modelSettings(url), AZURE_OPENAI_CHAT_KEY: `${sentinel} ` });
    const { code, stdout, lines } = await run("check", "--no-service", "--models");
    expect(code).toBe(1);
    expect(stdout).toContain("FAILURE settings: AZURE_OPENAI_CHAT_KEY must be 1 to 512 visible");
    expect(lines.map((line) => line.split(" must ")[0])).toEqual([
      "FAILURE chat: AZURE_OPENAI_CHAT_KEY",
      expect.stringMatching(/^ok {6}speech: /),
    ]);
    expect(recorded.length).toBe(1);
  });
});
