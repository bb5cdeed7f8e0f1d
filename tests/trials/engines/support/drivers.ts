import { spawn } from "node:child_process";
import { once } from "node:events";
import { symlinkSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { inject, vi } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { patient } from "../../../support/patient.ts";
import type { OnFinished } from "../../../support/shared.ts";

/** A browser with one window. */
export interface Engine {
  /** Resolves when the page has loaded. */
  open(url: string): Promise<unknown>;
  /** Turns to the first frame of the open page, or back to the page. */
  turnTo(place: "frame" | "page"): Promise<unknown>;
  /** Returns the value of an expression in that place, awaited, as JSON. */
  run(expression: string): Promise<unknown>;
}

export interface EngineOptions {
  /** The visitor's language, as a tag of BCP 47. */
  language: string;
  hasScript: boolean;
}

/** Starts a program, and ends it with its descendants. Returns what waits for the first group in its output. */
function startProgram(file: string, args: string[], env: NodeJS.ProcessEnv, onFinished: OnFinished) {
  const child = spawn(file, args, { env: { ...process.env, ...env }, detached: true });
  const exited = once(child, "exit");
  onFinished(async () => {
    try {
      process.kill(-Number(child.pid), "SIGKILL");
    } catch {
      // All of them have ended by themselves.
    }
    await exited;
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return (pattern: RegExp): Promise<string> =>
    vi.waitFor(() => {
      const [, found] = pattern.exec(output) ?? [];
      if (found === undefined) throw new Error(`${file} has not said ${pattern}, but: ${output}`);
      return found;
    }, patient);
}

/** Splits what Firefox sends, which is `LENGTH:JSON` each time. */
async function* packetsOf(socket: Socket): AsyncGenerator<string, undefined> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.toString("latin1", 0, colon));
      if (colon < 0 || received.length < end) break;
      yield received.toString("utf8", colon + 1, end);
      received = received.subarray(end);
    }
  }
}

/**
 * Starts Firefox with a profile of its own, driven by WebDriver's commands over TCP.
 * @see https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
export async function startFirefox(options: EngineOptions, onFinished: OnFinished): Promise<Engine> {
  const profile = temporaryFolder(onFinished);
  const preferences = {
    // A free port.
    "marionette.port": 0,
    "intl.accept_languages": options.language,
    "javascript.enabled": options.hasScript,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const args = ["--headless", "--marionette", "--no-remote", "--profile", profile];
  const env = { HOME: profile, FONTCONFIG_FILE: inject("fontconfig") };
  const says = startProgram(inject("programs")["firefox-esr"], args, env, onFinished);
  const socket = connect(Number(await says(/Marionette\s+INFO\s+Listening on port (\d+)/)), "127.0.0.1");
  onFinished(() => void socket.destroy());
  const packets = packetsOf(socket);
  // Firefox introduces itself.
  await packets.next();
  const send = async (command: string, parameters: object): Promise<unknown> => {
    const packet = JSON.stringify([0, 1, `WebDriver:${command}`, parameters]);
    socket.write(`${Buffer.byteLength(packet)}:${packet}`);
    const { value } = await packets.next();
    const [, , error, result] = JSON.parse(value ?? '[1, 1, { "message": "Firefox has hung up." }]');
    if (error) throw new Error(`${error.error}: ${error.message}`);
    return result?.value;
  };
  await send("NewSession", {});
  return {
    open: (url) => send("Navigate", { url }),
    turnTo: (place) => send("SwitchToFrame", { id: place === "frame" ? 0 : null }),
    run: (expression) => send("ExecuteScript", { script: `return ${expression}`, args: [] }),
  };
}

/**
 * Starts WebKit's own small browser on a display that nobody sees, driven through WebKit's own driver.
 * @see https://www.w3.org/TR/webdriver2/
 */
export async function startWebKit(options: EngineOptions, onFinished: OnFinished): Promise<Engine> {
  const { Xvfb, WebKitWebDriver } = inject("programs");
  const home = temporaryFolder(onFinished);
  // WebKit takes the language from the name of the system's locale.
  symlinkSync("/usr/lib/locale/C.utf8", join(home, `${options.language}.utf8`));
  const screen = ["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"];
  const display = await startProgram(Xvfb, screen, {}, onFinished)(/^(\d+)$/m);
  const locale = { LOCPATH: home, LC_ALL: `${options.language}.UTF-8` };
  const env = { DISPLAY: `:${display}`, HOME: home, FONTCONFIG_FILE: inject("fontconfig"), ...locale };
  const port = await freePort();
  startProgram(WebKitWebDriver, [`--port=${port}`], env, onFinished);
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${origin}/status`), patient);
  let session = `${origin}/session`;
  const send = async <T>(path: string, parameters: object): Promise<T> => {
    const response = await fetch(session + path, { method: "POST", body: JSON.stringify(parameters) });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const args = ["--automation", `--enable-javascript=${options.hasScript}`];
  const alwaysMatch = { "webkitgtk:browserOptions": { args } };
  session += `/${(await send<{ sessionId: string }>("", { capabilities: { alwaysMatch } })).sessionId}`;
  return {
    open: (url) => send("/url", { url }),
    turnTo: (place) => send("/frame", { id: place === "frame" ? 0 : null }),
    run: (expression) => send("/execute/sync", { script: `return ${expression}`, args: [] }),
  };
}
