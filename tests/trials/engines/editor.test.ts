import { expect, it } from "vitest";
import { fillFrame } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { noticeWith } from "../../support/texts/notices.ts";
import { engineNames, launchEngine } from "./support/launch.ts";

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

/** In the page: the title of a frame's page, or the name of the error. */
function lookInto(selector: string): string | undefined {
  try {
    return document.querySelector<HTMLIFrameElement>(selector)?.contentWindow?.document.title;
  } catch (error) {
    return (error as Error).name;
  }
}

for (const name of engineNames) {
  const open = launchEngine(name);
  it(`the editor types, previews and publishes a notice in ${name}`, async () => {
    const { evaluate, text, textInFrame } = await open(await editor().makeLink());
    await expect.poll(() => evaluate(press, "Sign in with this link")).toBe(true);
    await expect.poll(() => evaluate(lookInto, "iframe.shown")).toBe("SecurityError");
    await expect.poll(() => evaluate(typeTitle, `By ${name}`)).toBe(true);
    await expect.poll(() => textInFrame("h1")).toBe(`By ${name}`);
    await expect.poll(() => evaluate(press, "Review and publish")).toBe(true);
    await expect.poll(() => text("dialog ins")).toContain(name);
    await expect.poll(() => evaluate(press, "Publish")).toBe(true);
    await expect.poll(() => text(".line.done p")).toMatch(/^Revision \d+ is published\.$/);
    const published = await evaluate(async () => {
      const headers = { "Session-Key": localStorage.getItem("backsoon session key") ?? "" };
      return (await fetch("/api/notice", { headers })).json();
    });
    expect(published).toMatchObject({ title: `By ${name}` });

    // A preview has its own origin even in a frame without a sandbox.
    const draft = noticeWith({ expectedReturn: "2026-06-10T12:30:00Z" });
    const request = { notice: draft, phase: "before", scheme: "dark", timeZone: "Pacific/Auckland" };
    const size = { width: 320, height: 640 };
    const told = await evaluate(fillFrame, { name: "bare", size, text: JSON.stringify(request) });
    expect(told).toMatchObject({ event: "ready", y: 0, height: expect.any(Number) });
    expect(await evaluate(lookInto, "[name=bare]")).toBe("SecurityError");
  });
}
