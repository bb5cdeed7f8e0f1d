import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { inject } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import type { OnFinished } from "../../../support/shared.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import { startProgram } from "./program.ts";

/** Sends commands of WebDriver, and gives the value of each answer. */
interface Marionette {
  send(command: string, parameters: object): Promise<unknown>;
  end(): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Connects to the port through which Firefox is driven: WebDriver's commands as `LENGTH:JSON` over TCP, without a driver.
 * @see https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const waiting = new Map<number, Waiting>();
  let received = Buffer.alloc(0);
  let last = 0;

  const take = (packet: string): void => {
    const [, id, error, result] = JSON.parse(packet);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(`${error.error}: ${error.message}`));
    else resolve?.(result?.value);
  };
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(":");
      const end = colon + 1 + Number(received.toString("latin1", 0, colon));
      if (colon < 0 || received.length < end) return;
      const packet = received.toString("utf8", colon + 1, end);
      received = received.subarray(end);
      // The first packet says who is there; the others are answers.
      if (packet.startsWith("[")) take(packet);
    }
  });
  socket.on("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has hung up."));
  });
  socket.on("error", () => {});

  return {
    send(command, parameters) {
      last += 1;
      const packet = Buffer.from(JSON.stringify([0, last, command, parameters]));
      socket.write(Buffer.concat([Buffer.from(`${packet.length}:`), packet]));
      return new Promise((resolve, reject) => waiting.set(last, { resolve, reject }));
    },
    end: () => void socket.destroy(),
  };
}

/** Starts Firefox, with a profile of its own; it is driven through Marionette, which is a part of it. */
export async function startFirefox(
  { language, hasScript }: EngineOptions,
  onFinished: OnFinished,
): Promise<Engine> {
  const profile = newFolder();
  onFinished(profile.remove);
  const preferences = {
    // One that is free.
    "marionette.port": 0,
    "intl.accept_languages": language,
    "javascript.enabled": hasScript,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile.path, "user.js"), lines.join(""));
  const args = ["--headless", "--marionette", "--no-remote", "--profile", profile.path];
  const env = { HOME: profile.path, FONTCONFIG_FILE: inject("fontconfig") };
  const firefox = startProgram(inject("engines")["firefox-esr"], args, env);
  onFinished(firefox.end);
  const port = await firefox.says(/Marionette\s+INFO\s+Listening on port (\d+)/);
  const { send, end } = await connectMarionette(Number(port));
  onFinished(end);
  await send("WebDriver:NewSession", {});
  return {
    open: async (url) => void (await send("WebDriver:Navigate", { url })),
    turnTo: async (place) =>
      void (await send("WebDriver:SwitchToFrame", { id: place === "frame" ? 0 : null })),
    run: (expression) => send("WebDriver:ExecuteScript", { script: `return ${expression}`, args: [] }),
  };
}
