import { describe, expect, it } from "vitest";
import { notice } from "../../support/command/command.ts";
import { modelSettings, sentinel, startRecorder, wellBehaved } from "../../support/network/recorder.ts";
import { startService } from "../../support/service/service.ts";

const paths = [
  "/",
  "/api/notice",
  "/api/notice/schema",
  "/.backsoon/readyz",
  "/.backsoon/healthz",
  "/v1/chat/completions",
];
const requests = ["GET", "HEAD", "POST", "OPTIONS", "DELETE"].flatMap((method) =>
  ["text/html", "application/json"].flatMap((accept) => paths.map((path) => ({ method, accept, path }))),
);

describe("a service that has speech and chat set", () => {
  it("asks neither of them while it serves, and tells nobody of their keys", async () => {
    const { url: deployments, recorded } = await startRecorder(wellBehaved);
    const { url, env, output, ended } = await startService({
      ...modelSettings(deployments),
      LOG_LEVEL: "trace",
    });
    for (const { method, accept, path } of requests) {
      const response = await fetch(url + path, { method, headers: { Accept: accept } });
      expect(await response.text()).not.toContain(sentinel);
    }
    expect(requests.length).toBeGreaterThanOrEqual(50);
    // That its environment does reach them is seen with the command.
    expect(recorded).toEqual([]);
    expect((await notice(env, ["check", "--models"])).stdout).toContain("model responding");
    expect(recorded.length).toBe(2);
    expect(await ended("SIGTERM")).toBe(0);
    const { stdout, stderr } = output();
    expect(stdout + stderr).not.toContain(sentinel);
    expect(recorded.length).toBe(2);
  });
});
