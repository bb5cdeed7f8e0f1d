import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { atATime } from "../support/at-a-time.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { exchangeBytes } from "../support/network/http.ts";
import { json, startRecorder } from "../support/network/recorder.ts";
import { patient } from "../support/patient.ts";
import { readMetrics, startService } from "../support/service/service.ts";
import { secretFiles, secrets, tracesOf } from "../support/texts/secrets.ts";

/** Everything that is searched for secrets, by its source. */
type Places = Map<string, Buffer>;

const forms = [...new Set(secrets.flatMap(([, value]) => tracesOf(value)))];
/** Only the forms that contain no other form: a text with one of the others has one of these. */
const traces = forms.filter((form) => !forms.some((other) => other !== form && form.includes(other)));

function leaks(places: Places): string[] {
  return [...places]
    .filter(([, bytes]) => traces.some((trace) => bytes.includes(trace)))
    .map(([name]) => name);
}

const inEnvironment = (): Record<string, string> => Object.fromEntries(secrets);

function inFiles(): Record<string, string> {
  const folder = temporaryFolder();
  return Object.fromEntries(
    secrets.map(([, value], index) => {
      const file = join(folder, `secret ${index}`);
      writeFileSync(file, `${value}\n`);
      return [secretFiles[index] ?? "", file];
    }),
  );
}

const basePaths = (url: string) => ({
  AZURE_OPENAI_SPEECH_BASE_PATH: `${url}/openai/deployments/whisper`,
  AZURE_OPENAI_CHAT_BASE_PATH: `${url}/openai/deployments/gpt`,
});

/** A few languages are enough: no setting depends on the language. */
const languages = ["en", "ar", "zh-Hans"];

function decoded(bytes: Buffer, encoding: string | null): Buffer {
  if (encoding === "br") return brotliDecompressSync(bytes);
  return encoding === "gzip" ? gunzipSync(bytes) : bytes;
}

describe("A secret", () => {
  it("in the environment is in no reply, metric, log line or crash report", async () => {
    const reports = mkdtempSync(join(temporaryFolder(), "reports-"));
    const fault = join(reports, "fault.mjs");
    writeFileSync(fault, 'process.once("SIGUSR1", () => { throw new Error("planted"); });');
    const port = await freePort();
    const models = await startRecorder((response) => json(response, 200, {}));
    const service = await startService({
      ...inEnvironment(),
      ...basePaths(models.url),
      LOG_LEVEL: "trace",
      METRICS_PORT: String(port),
      NODE_OPTIONS: `--import "${fault}" --report-on-signal --report-exclude-network --report-directory="${reports}"`,
    });
    const places: Places = new Map();
    const script = /src="(\/assets\/[^"]+)"/.exec(await (await fetch(service.url)).text())?.[1] ?? "";
    const ask = async (name: string, request: string, body = "") =>
      places.set(
        name,
        await exchangeBytes(service.url, `${request}\r\nHost: a\r\nConnection: close\r\n\r\n${body}`),
      );

    const accepts = ["text/html", "application/json", "text/plain"];
    const encodings = ["br", "gzip", "identity"];
    const kinds = accepts.flatMap((accept) =>
      languages.flatMap((tag) => encodings.map((encoding) => ({ accept, tag, encoding }))),
    );
    await atATime(16, kinds, async ({ accept, tag, encoding }) => {
      const name = `the notice as ${accept} in ${tag} and ${encoding}`;
      await ask(
        name,
        `GET / HTTP/1.1\r\nAccept: ${accept}\r\nAccept-Language: ${tag}\r\nAccept-Encoding: ${encoding}`,
      );
      const whole = places.get(name) ?? Buffer.alloc(0);
      const start = whole.indexOf("\r\n\r\n") + 4;
      expect(whole.subarray(0, start).toString()).toContain(`Content-Language: ${tag}\r\n`);
      places.set(`${name}, decoded`, decoded(whole.subarray(start), encoding));
    });
    for (const path of [
      "/api/notice",
      "/api/notice/schema",
      "/.backsoon/healthz",
      "/.backsoon/readyz",
      script,
      "/metrics",
      "/.env",
    ]) {
      for (const method of ["GET", "HEAD", "POST", "OPTIONS", "TRACE"])
        await ask(`${method} ${path}`, `${method} ${path} HTTP/1.1`);
    }
    await ask("two hosts", "GET / HTTP/1.1\r\nHost: b");
    await ask("no protocol", "hello");
    await ask(
      "a body that is too large",
      "GET /.backsoon/healthz HTTP/1.1\r\nContent-Length: 99999",
      "x".repeat(99_999),
    );
    await ask("headers that are too large", `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}`);
    places.set("the metrics", Buffer.from(await readMetrics(port)));

    // Node writes a report of the process, which includes its environment.
    process.kill(service.pid, "SIGUSR2");
    const report = () => readdirSync(reports).find((name) => name.endsWith(".json"));
    await expect.poll(report, patient).toBeDefined();
    const written = () => readFileSync(join(reports, report() ?? ""), "utf8");
    await expect.poll(written, patient).toContain('"environmentVariables"');
    expect(await service.ended("SIGUSR1")).toBe(1);
    places.set("the report", readFileSync(join(reports, report() ?? "")));
    const { stdout, stderr } = service.output();
    expect(stdout).toContain("planted");
    places.set("the log", Buffer.from(stdout));
    places.set("standard error", Buffer.from(stderr));

    expect(leaks(places)).toEqual([]);
    expect(places.size).toBeGreaterThan(2 * kinds.length + 40);
    // No request of a visitor calls a model.
    expect(models.recorded).toEqual([]);
  });

  it("in a file is in no output of a command, whether the command fails or not", async () => {
    // This model repeats what it receives.
    const echo = await startRecorder((response, { headers }) =>
      json(response, 401, { error: { message: JSON.stringify(headers) } }),
    );
    const folder = temporaryFolder();
    const env = { ...process.env, ...inFiles(), ...basePaths(echo.url), DATABASE: join(folder, "notice.db") };
    writeFileSync(
      join(folder, "notice.json"),
      '{"isEnabled":true,"title":"Away","contactEmail":"a@b.example"}',
    );
    const places: Places = new Map();
    const run = async (args: string[], changes: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await notice({ ...env, ...changes }, args, { cwd: folder });
      places.set(`${places.size}: ${args.join(" ")}`, Buffer.from(`${stdout}${stderr}`));
      return code;
    };
    const commands = [
      ["init"],
      ["show"],
      ["set", "--title", "Away"],
      ["apply", "notice.json"],
      ["history"],
      ["rollback", "1"],
      ["backup", "backup.db"],
      ["restore", "backup.db"],
      ["check"],
      ["check", "--models"],
      ["validate", "notice.json"],
      ["schema"],
    ];
    for (const command of commands) {
      await run(command);
      await run([...command, "--json"]);
      await run([...command, "--no-such-option"]);
    }
    expect(echo.recorded.length).toBe(4);
    for (const [name, value] of secrets.filter(([name]) => name.startsWith("AZURE_"))) {
      const sent = echo.recorded.filter(({ headers }) => headers["api-key"] === value);
      expect([name, sent.length]).toEqual([name, 2]);
    }
    await run(["no-such-command"]);
    await run(["--help"]);
    for (const [index, [name, value]] of secrets.entries()) {
      const file = secretFiles[index] ?? "";
      const wrong = { [file]: "", [name]: `${value}\twith a tab` };
      expect(await run(["check"], wrong)).toBe(1);
      expect(await run(["check", "--models", "--json"], wrong)).toBe(1);
      expect(await run(["check"], { [name]: value, [file]: join(folder, "notice.json") })).toBe(1);
      expect(await run(["check"], { [file]: folder, [name]: "" })).toBe(1);
      const inUrl = { DATABASE: `postgres://user:${encodeURIComponent(value)}@a.example/app` };
      expect(await run(["check"], inUrl)).toBe(1);
      if (!name.startsWith("AZURE_")) continue;
      const base = name.replace("_KEY", "_BASE_PATH");
      expect(
        await run(["check"], { [base]: `https://user:${encodeURIComponent(value)}@a.example/${value}` }),
      ).toBe(1);
      expect(await run(["check"], { [base]: "" })).toBe(1);
    }
    expect(leaks(places)).toEqual([]);
    expect(places.size).toBeGreaterThan(45);
  });
});
