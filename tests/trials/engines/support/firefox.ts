import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import type { AtEnd, Engine, EngineOptions } from "./engine.ts";
import { connectMarionette } from "./marionette.ts";
import { startProgram } from "./program.ts";

/** Starts Firefox, with a profile of its own; it is driven through Marionette, which is a part of it. */
export async function startFirefox({ language, hasScript }: EngineOptions, atEnd: AtEnd): Promise<Engine> {
  const profile = newFolder();
  atEnd(profile.remove);
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
  atEnd(firefox.end);
  const port = await firefox.says(/Marionette\s+INFO\s+Listening on port (\d+)/);
  const { send, end } = await connectMarionette(Number(port));
  atEnd(end);
  await send("WebDriver:NewSession", {});
  return {
    open: async (url) => void (await send("WebDriver:Navigate", { url })),
    turnTo: async (place) =>
      void (await send("WebDriver:SwitchToFrame", { id: place === "frame" ? 0 : null })),
    run: (expression) => send("WebDriver:ExecuteScript", { script: `return ${expression}`, args: [] }),
  };
}
