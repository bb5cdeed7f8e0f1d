import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { exchangeBytes, pageAt } from "../support/network/http.ts";
import { json, startRecorder } from "../support/network/recorder.ts";
import { patient } from "../support/patient.ts";
import { readMetrics, startService } from "../support/service/service.ts";
import { noticeWith } from "../support/texts/notices.ts";
import { secretFiles, secrets, tracesOf } from "../support/texts/secrets.ts";

const forms = [...new Set(secrets.flatMap(([, value]) => tracesOf(value)))];
/** Only the forms that contain no other form: a text with one of the others has one of these. */
const traces = forms.filter((form) => !forms.some((other) => other !== form && form.includes(other)));

/** Expects no secret in any output, and more than `atLeast` outputs. The keys name their sources. */
function expectNone(outputs: Map<string, Buffer | string>, atLeast: number): void {
  const leaks = [...outputs].filter(([, output]) => traces.some((trace) => output.includes(trace)));
  expect(leaks.map(([name]) => name)).toEqual([]);
  expect(outputs.size).toBeGreaterThan(atLeast);
}

const basePaths = (url: string) => ({
  AZURE_OPENAI_SPEECH_BASE_PATH: `${url}/openai/deployments/whisper`,
  AZURE_OPENAI_CHAT_BASE_PATH: `${url}/openai/deployments/gpt`,
});

const codings = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

describe("A secret", () => {
  it("in the environment is in no reply, metric, log line or crash report", async () => {
    const reports = temporaryFolder();
    const fault = join(reports, "fault.mjs");
    writeFileSync(fault, 'process.once("SIGUSR1", () => { throw new Error("planted"); });');
    const port = await freePort();
    const models = await startRecorder((response) => json(response, 200, {}));
    const service = await startService({
      ...Object.fromEntries(secrets),
      ...basePaths(models.url),
      LOG_LEVEL: "trace",
      METRICS_PORT: String(port),
      NODE_OPTIONS: `--import "${fault}" --report-on-signal --report-exclude-network --report-directory="${reports}"`,
    });
    const outputs = new Map<string, Buffer | string>();
    const ask = async (request: string, body = "") => {
      const bytes = `${request}\r\nHost: a\r\nConnection: close\r\n\r\n${body}`;
      const reply = await exchangeBytes(service.url, bytes);
      outputs.set(request, reply);
      return reply;
    };
    for (const accept of ["text/html", "application/json", "text/plain"])
      for (const [coding, decode] of Object.entries(codings)) {
        const asked = `GET / HTTP/1.1\r\nAccept: ${accept}\r\nAccept-Encoding: ${coding}`;
        const reply = await ask(asked);
        outputs.set(`${asked}, decoded`, decode(reply.subarray(reply.indexOf("\r\n\r\n") + 4)));
      }
    const [script] = /\/assets\/[^"]+/.exec(await pageAt(service.url)) ?? [];
    const paths = ["/api/notice", "/api/notice/schema", "/.backsoon/healthz", "/.backsoon/readyz"];
    for (const path of [...paths, script, "/metrics", "/.env"])
      for (const method of ["GET", "HEAD", "POST", "OPTIONS", "TRACE"])
        await ask(`${method} ${path} HTTP/1.1`);
    await ask("GET / HTTP/1.1\r\nHost: b");
    await ask("hello");
    await ask("GET /.backsoon/healthz HTTP/1.1\r\nContent-Length: 99999", "x".repeat(99_999));
    await ask(`GET / HTTP/1.1\r\nX: ${"x".repeat(40_000)}`);
    outputs.set("the metrics", await readMetrics(port));

    // Node writes a report of the process, which includes its environment.
    process.kill(service.pid, "SIGUSR2");
    const report = () => {
      const name = readdirSync(reports).find((name) => name.endsWith(".json"));
      return name ? readFileSync(join(reports, name), "utf8") : "";
    };
    await expect.poll(report, patient).toContain('"environmentVariables"');
    expect(await service.ended("SIGUSR1")).toBe(1);
    outputs.set("the report", report());
    const { stdout, stderr } = service.output();
    expect(stdout).toContain("planted");
    expectNone(outputs.set("the log", stdout).set("standard error", stderr), 55);
    // No request of a visitor calls a model.
    expect(models.recorded).toEqual([]);
  });

  it("in a file is in no output of a command, whether the command fails or not", async () => {
    // This model repeats what it receives.
    const echo = await startRecorder((response, { headers }) =>
      json(response, 401, { error: { message: JSON.stringify(headers) } }),
    );
    const folder = temporaryFolder();
    const files = secrets.map(([, value], index) => {
      const file = join(folder, `secret ${index}`);
      writeFileSync(file, `${value}\n`);
      return [secretFiles[index] ?? "", file];
    });
    const settings = { ...basePaths(echo.url), DATABASE: join(folder, "notice.db") };
    const env = { ...process.env, ...Object.fromEntries(files), ...settings };
    writeFileSync(join(folder, "notice.json"), JSON.stringify(noticeWith()));
    const outputs = new Map<string, string>();
    const run = async (args: string[], changes: Record<string, string> = {}) => {
      const { code, stdout, stderr } = await notice({ ...env, ...changes }, args, { cwd: folder });
      outputs.set(`${outputs.size}: ${args.join(" ")}`, stdout + stderr);
      return code;
    };
    for (const command of [
      ...["init", "show", "history", "check", "schema"].map((name) => [name]),
      ["set", "--title", "Away"],
      ["apply", "notice.json"],
      ["rollback", "1"],
      ["backup", "backup.db"],
      ["restore", "backup.db"],
      ["check", "--models"],
      ["validate", "notice.json"],
    ])
      for (const more of [[], ["--json"], ["--no-such-option"]]) await run([...command, ...more]);
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
      expect(await run(["check", "--models", "--json"], wrong)).toBe(1);
      const credentials = `user:${encodeURIComponent(value)}@a.example`;
      const base = name.replace("_KEY", "_BASE_PATH");
      for (const changes of [
        wrong,
        { [name]: value, [file]: join(folder, "notice.json") },
        { [file]: folder, [name]: "" },
        { DATABASE: `postgres://${credentials}/app` },
        ...(name.startsWith("AZURE_") ? [{ [base]: `https://${credentials}/${value}` }, { [base]: "" }] : []),
      ])
        expect(await run(["check"], changes)).toBe(1);
    }
    expectNone(outputs, 45);
  });
});
