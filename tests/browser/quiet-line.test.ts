import { describe, expect, it } from "vitest";
import { listen } from "../support/browser/events.ts";
import { standing, status } from "../support/browser/waiting.ts";

const leaveOpen = "You can leave this page open. It will reload by itself when we're back.";
const unknown = "No return time is known.";
const unreachable = "We can't be reached right now. This page keeps trying.";

describe("An open page", () => {
  it("says that no return time is known after the return is removed, until the next change, and announces it once", async () => {
    const { page, pass, change } = await standing();
    const line = () => page.locator(".quiet-line").innerText();
    const time = () => page.locator(".expected-return .time").innerText();
    await change("--expected-return", "+3h");
    await expect.poll(line).toBe(leaveOpen);
    const regions = [await listen(page), await listen(page, ".quiet-line [role=status]")];
    await change("--clear", "expected-return");
    await expect.poll(time).toBe(unknown);
    // The text stays after the announcement has been cleared.
    await pass(60_000);
    await expect.poll(time).toBe(unknown);
    const heard = Promise.all(regions.map((heard) => heard()));
    expect(await heard).toEqual([[`Updated:\n${unknown}`, ""], []]);
    await change("--message", "Soon.");
    await expect.poll(line).toBe(leaveOpen);
    expect(await page.locator(".expected-return").count()).toBe(0);
  });

  it("promises to reload only after a successful poll, and says that we are unreachable after two failed polls", async () => {
    const { page, poll, reload, meets } = await standing();
    const line = () => page.locator(".quiet-line").innerText();
    await expect.poll(line).toBe(leaveOpen);
    await page.route("**/backsoon-notice*", (route) => route.abort());
    await reload();
    expect(await line()).toBe("Reload this page to see whether we're back.");
    await page.unroute("**/backsoon-notice*");
    await poll();
    await expect.poll(line).toBe(leaveOpen);

    // Screen readers hear each loss and each recovery once.
    const [lost, regained] = [await listen(page, ".quiet-line [role=status]"), await listen(page)];
    for (const round of [1, 2]) {
      await meets(status(502));
      await expect.poll(line).toBe(leaveOpen);
      for (const _poll of [2, 3, 4]) {
        await poll();
        await expect.poll(line).toBe(unreachable);
      }
      await meets();
      await expect.poll(line).toBe(leaveOpen);
      expect(await lost()).toEqual(Array(round).fill([unreachable, ""]).flat());
      const said = (await regained()).map((text) => text.trim()).filter(Boolean);
      expect(said).toEqual(Array(round).fill(leaveOpen));
    }
  });
});
