import { expect, it } from "vitest";
import { prepared } from "../support/command/prepared.ts";
import { json, modelSettings, sentinel, startRecorder, wellBehaved } from "../support/network/recorder.ts";

const models = ["speech", "chat"];

/** Checks a healthy store with these settings of models; gives the lines about them. */
async function checkWith(settings: Record<string, string>) {
  const { run } = await prepared(settings);
  await run("set", "--title", "x");
  return async (...args: string[]) => {
    const outcome = await run("check", "--no-service", ...args);
    expect(outcome.stdout + outcome.stderr).not.toContain(sentinel);
    const lines = outcome.stdout.split("\n").filter((line) => / (?:speech|chat): /.test(line));
    return { ...outcome, lines };
  };
}

it("notice check asks each model once with --models, and none without", async () => {
  const { url, recorded } = await startRecorder(wellBehaved);
  const run = await checkWith(modelSettings(url));
  expect(await run()).toMatchObject({ code: 0, lines: [] });
  expect(recorded).toEqual([]);
  const { code, stderr, lines } = await run("--models");
  expect([code, stderr]).toEqual([0, ""]);
  const fine = "reachable, credentials accepted, model responding, round trip \\d+ ms$";
  expect(lines).toEqual(models.map((model) => expect.stringMatching(`^ok      ${model}: ${fine}`)));
  expect(recorded.map(({ path, headers }) => [path, headers["api-key"]]).sort()).toEqual([
    ["/openai/deployments/gpt/chat/completions", sentinel],
    ["/openai/deployments/whisper/audio/transcriptions", sentinel],
  ]);
});

it("notice check --models reports a model without settings as off", async () => {
  const run = await checkWith({});
  const unset = (model: string) => `AZURE_OPENAI_${model.toUpperCase()}_BASE_PATH is not set`;
  const lines = models.map((model) => `ok      ${model}: off, ${unset(model)}`);
  expect(await run("--models")).toMatchObject({ code: 0, lines });
});

it("notice check --models ends with exit code 1, names the failing model and does not retry", async () => {
  const { url, recorded } = await startRecorder((response, request, number) =>
    request.path.includes("whisper")
      ? json(response, 429, { error: { message: sentinel } }, { "Retry-After": "7" })
      : wellBehaved(response, request, number),
  );
  const { code, stderr, lines } = await (await checkWith(modelSettings(url)))("--models");
  const found = expect.stringContaining("The check found problems with: speech. ");
  expect([code, stderr, recorded.length]).toEqual([1, found, 2]);
  expect(lines[0]).toMatch(/^FAILURE speech: The speech model refuses the request \(status 429, /);
  expect(lines[1]).toMatch(/^ok {6}chat: /);
  // A model is asked even if the settings of the other are wrong.
  const half = await checkWith({ ...modelSettings(url), AZURE_OPENAI_CHAT_KEY: `${sentinel} ` });
  const { stdout } = await half("--models");
  expect(recorded.length).toBe(3);
  expect(stdout).toContain("FAILURE settings: AZURE_OPENAI_CHAT_KEY must be 1 to 512 visible");
  expect(stdout).toContain("FAILURE chat: AZURE_OPENAI_CHAT_KEY must ");
});
