import { expect, it } from "vitest";
import { engineNames, launchEngine } from "../support/browser/engines/launch.ts";
import { sharedEditor } from "../support/service/editor-here.ts";

const editor = sharedEditor();

/** In the page: presses the first button that is enabled and whose text begins so; false if there is none yet. */
function press(text: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const button = buttons.find(({ textContent }) => textContent?.startsWith(text));
  button?.click();
  return button !== undefined;
}

/** In the page: types a title as a person does, as far as scripts can tell. */
function typeTitle(text: string): boolean {
  const field = document.querySelector<HTMLTextAreaElement>("textarea.title");
  field?.focus();
  field?.select();
  return field !== null && document.execCommand("insertText", false, text);
}

for (const name of engineNames.filter((name) => name !== "WebKit")) {
  const open = launchEngine(name);
  it(`a notice is edited, seen and published in ${name}`, async () => {
    const { evaluate, text } = await open(editor().makeLink());
    await expect.poll(() => evaluate(press, "Sign in with this link")).toBe(true);
    await expect.poll(() => evaluate(typeTitle, `By ${name}`)).toBe(true);
    await expect.poll(() => evaluate(() => document.querySelector("iframe.shown") !== null)).toBe(true);
    await expect.poll(() => evaluate(press, "Review and publish")).toBe(true);
    await expect.poll(() => text("dialog ins")).toContain(name);
    await expect.poll(() => evaluate(press, "Publish")).toBe(true);
    await expect.poll(() => text("body")).toMatch(/Revision \d+ is live\./);
    const told = await evaluate(async () => (await fetch("/api/notice")).json());
    expect(JSON.stringify(told)).toContain(`By ${name}`);
  });
}
