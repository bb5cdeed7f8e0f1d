import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";
import { settingNames } from "../../../schema/settings/settings-schema.ts";

/** Variables of other programs: PostgreSQL, languages, editors, the desktop, sudo, proxies, the SDK. */
const ofOthers =
  /^(?:PG.*|LC_.*|LANG|LANGUAGE|EDITOR|VISUAL|BROWSER|DISPLAY|WAYLAND_DISPLAY|SSH_CONNECTION|SUDO_USER|NOTICE_AUTHOR|(?:AZURE_)?OPENAI_.*|(?:https?|all|no)_proxy)$/i;

// Programs that tests start must not depend on the machine's environment.
for (const name of Object.keys(process.env))
  if (ofOthers.test(name) || settingNames.includes(name)) delete process.env[name];
process.env.LANG = "C.UTF-8";

// Every warning is a defect, such as React's about hydration and Node's about deprecation.
let spies: MockInstance[] = [];
const warnings: Error[] = [];
const hear = (warning: Error): void => void warnings.push(warning);
process.on("warning", hear);
// The next file in this process adds its own listener.
afterAll(() => void process.off("warning", hear));

beforeEach(() => {
  spies = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
});

afterEach(() => {
  const calls = spies.flatMap((spy) => spy.mock.calls);
  for (const spy of spies) spy.mockRestore();
  expect(calls, "console.error and console.warn").toEqual([]);
  expect(warnings.splice(0), "process warnings").toEqual([]);
});
