import { expect, it } from "vitest";
import { engineNames, launchEngine } from "../support/browser/engines/launch.ts";
import { fillFrame, signIn } from "../support/browser/preview-frames.ts";
import { sharedEditor } from "../support/service/editor-here.ts";
import { noticeWith } from "../support/texts/notices.ts";

const editor = sharedEditor();

for (const name of engineNames) {
  const open = launchEngine(name);
  it(`a preview fills its frame in ${name}, where it has an origin of its own`, async () => {
    const { evaluate } = await open(editor().url);
    await evaluate(signIn, editor().secret());
    const draft = noticeWith({ title: "We are moving", expectedReturn: "2026-06-10T12:30:00Z" });
    const request = { notice: draft, phase: "before", scheme: "dark", timeZone: "Pacific/Auckland" };
    const size = { width: 320, height: 640 };
    const told = await evaluate(fillFrame, { name: "preview", size, text: JSON.stringify(request) });
    expect(told).toMatchObject({ event: "ready", y: 0, height: expect.any(Number) });
    const reached = await evaluate(() => {
      try {
        return frames[0]?.document.title;
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(reached).toBe("SecurityError");
  });
}
