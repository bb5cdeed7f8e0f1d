import { expect, it } from "vitest";
import { fillFrame } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";
import { noticeWith } from "../../support/texts/notices.ts";
import { engineNames, launchEngine } from "./support/launch.ts";

const editor = sharedEditor();

// These run in the page.

/** Presses the first enabled button whose text begins so. Returns false if there is none yet. */
function press(text: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const button = buttons.find(({ textContent }) => textContent?.startsWith(text));
  button?.click();
  return button !== undefined;
}

function typeTitle(text: string): boolean {
  const field = document.querySelector<HTMLTextAreaElement>("textarea.title");
  field?.focus();
  field?.select();
  return field !== null && document.execCommand("insertText", false, text);
}

/** Returns the title of a frame's page, or the name of the error. */
function lookInto(selector: string): string | undefined {
  try {
    return document.querySelector<HTMLIFrameElement>(selector)?.contentWindow?.document.title;
  } catch (error) {
    return (error as Error).name;
  }
}

for (const name of engineNames) {
  const open = launchEngine(name);
  it(`The editor types, previews and publishes a notice in ${name}`, async () => {
    const { evaluate, text: textOf, textInFrame } = await open(await editor().makeLink());
    await expect.poll(() => evaluate(press, "Sign in with this link")).toBe(true);
    await expect.poll(() => evaluate(lookInto, "iframe.shown")).toBe("SecurityError");
    await expect.poll(() => evaluate(typeTitle, `By ${name}`)).toBe(true);
    await expect.poll(() => textInFrame("h1")).toBe(`By ${name}`);
    await expect.poll(() => evaluate(press, "Review and publish")).toBe(true);
    await expect.poll(() => textOf("dialog ins")).toContain(name);
    await expect.poll(() => evaluate(press, "Publish")).toBe(true);
    await expect.poll(() => textOf(".line.done p")).toMatch(/^Revision \d+ is published\.$/);
    const published = await evaluate(async () => {
      const headers = { "Session-Key": localStorage.getItem("backsoon session key") ?? "" };
      return (await fetch("/api/notice", { headers })).json();
    });
    expect(published).toMatchObject({ title: `By ${name}` });

    // A preview has its own origin even in a frame without a sandbox.
    const draft = noticeWith({ expectedReturn: "2026-06-10T12:30:00Z" });
    const text = JSON.stringify({ notice: draft, phase: "before" });
    const told = await evaluate(fillFrame, { name: "bare", text, width: 320, height: 640 });
    expect(told).toMatchObject({ event: "ready", y: 0, height: expect.any(Number) });
    expect(await evaluate(lookInto, "[name=bare]")).toBe("SecurityError");
  });
}
