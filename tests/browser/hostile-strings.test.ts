import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { showWhileOpen } from "../support/browser/hostile-open.ts";
import { hostileTexts, ownTexts } from "../support/texts/hostile-texts.ts";

const open = launchBrowser(still);

describe("a naughty string that was taken", () => {
  it("is shown as text by open pages, narrow and wide, and asks for nothing", async () => {
    const others = hostileTexts.filter((text) => !ownTexts.includes(text));
    expect(others.length).toBeGreaterThan(400);
    await showWhileOpen(open, others);
  }, 180_000);
});
