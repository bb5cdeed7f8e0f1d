import { beforeEach, expect, it, vi } from "vitest";
import { createLiveNotice } from "../../web/live/live-notice.ts";
import { locales, viewOf } from "../../web/render.tsx";
import { noticeWith } from "../support/texts/notices.ts";

const page = viewOf(noticeWith({}), { number: 1 }, locales[0], "unknown");
let polls = 0;
let title = "";
/** A page without a notice of its own, whose service keeps to the contract of the document. */
beforeEach(() => {
  vi.useFakeTimers();
  const window = new EventTarget();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false, querySelector: () => null }));
  vi.stubGlobal("navigator", { languages: [] });
  vi.stubGlobal("location", new URL("http://127.0.0.1/"));
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("dispatchEvent", window.dispatchEvent.bind(window));
  vi.stubGlobal("fetch", async () => {
    polls += 1;
    return Response.json(noticeWith({ title }), { headers: { "Maintenance-Notice": String(polls + 1) } });
  });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

it("an open page asks while somebody shows its notice, for all of them at once each, and not a moment longer, again and again", async () => {
  const notice = createLiveNotice({ view: page, pollSeconds: 10, returnSpreadSeconds: 0 });
  const shown = () => notice.get().view.title;
  let heard = 0;
  // One that subscribes twice counts twice.
  const listener = () => {
    heard += 1;
  };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls).toBe(0);
  for (const round of ["First", "Second"]) {
    title = `${round} seen`;
    const before = polls;
    const ends = [notice.subscribe(listener), notice.subscribe(listener)];
    await vi.advanceTimersByTimeAsync(0);
    expect([shown(), polls - before]).toEqual([title, 1]);
    ends[0]?.();
    // To end it once more changes nothing.
    ends[0]?.();
    title = `${round} changed`;
    const calls = heard;
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBe(title);
    expect(heard).toBeGreaterThan(calls);
    ends[1]?.();
    const asked = polls;
    dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(polls).toBe(asked);
  }
});
