import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { inject, vi } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { newFolder } from "../../../support/folder.ts";
import { patient } from "../../../support/patient.ts";
import type { OnFinished } from "../../../support/shared.ts";
import type { Engine, EngineOptions } from "./engine.ts";
import { startProgram } from "./program.ts";

/** Starts WebKit's own small browser on a display that nobody sees; it is driven through WebKit's own driver. */
export async function startWebKit(
  { language, hasScript }: EngineOptions,
  onFinished: OnFinished,
): Promise<Engine> {
  const { Xvfb, WebKitWebDriver } = inject("engines");
  const home = newFolder();
  onFinished(home.remove);
  const screen = startProgram(
    Xvfb,
    ["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
    {},
  );
  onFinished(screen.end);
  const display = await screen.says(/^(\d+)$/m);
  const port = await freePort();
  const driver = startProgram(WebKitWebDriver, [`--port=${port}`], {
    DISPLAY: `:${display}`,
    HOME: home.path,
    FONTCONFIG_FILE: inject("fontconfig"),
    ...localeNamed(language, home.path),
  });
  onFinished(driver.end);
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${origin}/status`), patient);

  const options = { args: ["--automation", `--enable-javascript=${hasScript}`] };
  const alwaysMatch = { "webkitgtk:browserOptions": options };
  const { sessionId } = (await ask(`${origin}/session`, { capabilities: { alwaysMatch } })) as {
    sessionId: string;
  };
  const session = `${origin}/session/${sessionId}`;
  return {
    open: async (url) => void (await ask(`${session}/url`, { url })),
    turnTo: async (place) => void (await ask(`${session}/frame`, { id: place === "frame" ? 0 : null })),
    run: (expression) => ask(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
  };
}

/** WebKit asks for pages in the language that the system's locale has in its name, so one that is there gets that name. */
function localeNamed(language: string, folder: string): NodeJS.ProcessEnv {
  symlinkSync("/usr/lib/locale/C.utf8", join(folder, `${language}.utf8`));
  return { LOCPATH: folder, LC_ALL: `${language}.UTF-8` };
}

/** The value of a command's answer. @see https://www.w3.org/TR/webdriver2/ */
async function ask(url: string, parameters: object): Promise<unknown> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(parameters) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
