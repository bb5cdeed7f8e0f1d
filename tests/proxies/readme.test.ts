import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { patient } from "../support/patient.ts";
import { startService } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";

/** What the README gives nginx, as it stands there. */
const [, lines = ""] = readFileSync("README.md", "utf8").match(/^```nginx\n(.*?)^```$/ms) ?? [];

/** Runs nginx with these lines, in front of an app and the service at a URL; gives its own. */
async function startNginx(app: number, service: string): Promise<string> {
  const ports = { "3000": app, "8000": await freePort(), "8080": Number(new URL(service).port) };
  return startProxy("nginx", `events {}\nhttp {\naccess_log off;\n${lines}}`, ports);
}

/** An app that says for which host it was asked. */
function wellApp({ headers }: IncomingMessage, response: ServerResponse): void {
  response.end(headers.host);
}

function illApp(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(502).end();
}

/** Starts an app; gives what stops it. */
function startApp(port: number, handler = wellApp): () => void {
  const app = createServer(handler).listen(port, "127.0.0.1");
  const stop = () => {
    app.closeAllConnections();
    app.close();
  };
  onTestFinished(stop);
  return stop;
}

/** Asks often enough to meet whoever answers now and then; gives whoever did, each once. */
async function ask(url: string): Promise<string[]> {
  const answers: string[] = [];
  for (const method of ["GET", "POST", "GET", "PUT", "GET", "DELETE"]) {
    const { status, headers } = await fetch(`${url}/cart?id=1`, { method });
    const isNotice = headers.get("maintenance-notice") === "1" && headers.has("retry-after");
    answers.push(`${status} ${isNotice ? "notice" : "app"}`);
  }
  return [...new Set(answers)];
}

describe("the README's lines for nginx", () => {
  it("are five", () => {
    expect(lines.trimEnd().split("\n")).toHaveLength(5);
  });

  it("give the app while it is there, and the notice at once when it is not, or answers 502", async () => {
    const service = await serveHere();
    const port = await freePort();
    const stopApp = startApp(port);
    const url = await startNginx(port, service.url);
    expect(await ask(url)).toEqual(["200 app"]);
    expect(await (await fetch(url)).text()).toBe(new URL(url).host);

    stopApp();
    expect(await ask(url)).toEqual(["503 notice"]);
    const stopAgain = startApp(port);
    await expect.poll(() => ask(url), patient).toEqual(["200 app"]);
    stopAgain();
    startApp(port, illApp);
    expect(await ask(url)).toContain("503 notice");
  });

  it("give the notice with the first request after Backsoon has been away", async () => {
    const settings = { DATABASE: join(temporaryFolder(), "notice.db"), PORT: String(await freePort()) };
    const service = await startService(settings);
    const url = await startNginx(await freePort(), service.url);
    expect(await ask(url)).toEqual(["503 notice"]);
    await service.ended("SIGKILL");
    expect(await ask(url)).toEqual(["502 app"]);
    await startService(settings);
    expect(await ask(url)).toEqual(["503 notice"]);
  });
});
