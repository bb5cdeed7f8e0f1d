import { beforeEach, expect, it, vi } from "vitest";
import { createLiveNotice } from "../../web/live/live-notice.ts";
import { locales, viewOf } from "../../web/render.tsx";
import { noticeWith } from "../support/texts/notices.ts";

const page = viewOf(noticeWith({}), { number: 1 }, locales[0], "unknown");
let polls = 0;
let title = "";
// A page without a notice in its HTML, before a service that replies with one.
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

it("An open page polls at once, and tells each listener of each change until the listener unsubscribes", async () => {
  title = "First";
  const notice = createLiveNotice({ view: page, pollSeconds: 10, returnSpreadSeconds: 0 });
  const heard: string[] = [];
  const listen = (name: string) => notice.subscribe(() => heard.push(`${name}: ${notice.get().view.title}`));
  const ends = [listen("one"), listen("other")];
  expect(notice.isChanged()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect([polls, notice.isChanged()]).toEqual([1, true]);
  for (const name of ["one", "other"]) expect(heard).toContain(`${name}: First`);
  ends[0]?.();
  title = "Second";
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(polls).toBe(2);
  expect(heard).toContain("other: Second");
  expect(heard).not.toContain("one: Second");
});

it("Hydration starts with the texts in the page, and the remaining time is corrected after the first poll", async () => {
  title = page.title;
  // Half an hour before the visitor's midnight.
  vi.setSystemTime(new Date(2026, 10, 21, 23, 30));
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const view = viewOf(noticeWith({ expectedReturn: inAnHour }), { number: 1 }, locales[0], "upcoming week");
  const rows = { lead: ["as", "it was"], rest: ["written", "then"] };
  const [row, line] = [{ textContent: "" }, { textContent: "" }];
  const places = [0, 1, 2, 3].map(() => ({ textContent: "by a wrong clock" }));
  vi.stubGlobal("backsoonRows", rows);
  Object.assign(document, {
    querySelector: (selector: string) => (selector === ".relative" ? row : line),
    querySelectorAll: () => places,
  });
  // The service replies with its time and without a new revision.
  vi.stubGlobal("fetch", async () => {
    const headers = { "Maintenance-Notice": "1", Date: new Date().toUTCString() };
    return new Response(null, { status: 304, headers });
  });
  const notice = createLiveNotice({ view, pollSeconds: 7_200, returnSpreadSeconds: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(row.textContent).toBe("in about 60 minutes");
  expect(line.textContent).toBe(locales[0].strings.leaveOpen);
  expect(places[0]?.textContent).toBe("Tomorrow ");
  await vi.advanceTimersByTimeAsync(3_540_000);
  expect([row.textContent, places[0]?.textContent]).toEqual(["in 1 minute", "Today "]);
  // The row stays empty, because nothing else on the page says that the time has passed.
  await vi.advanceTimersByTimeAsync(70_000);
  expect([row.textContent, notice.isChanged()]).toEqual(["\u00a0", true]);
  const { view: first, live } = notice.settle();
  expect([first, live?.contact, live?.local?.relative]).toEqual([view, "open", "\u00a0"]);
  const { lead = [], rest = [] } = live?.local ?? {};
  expect(places.map(({ textContent }) => textContent)).toEqual([...lead, ...rest].map((it) => `${it} `));
  row.textContent = "React's";
  await vi.advanceTimersByTimeAsync(70_000);
  expect(row.textContent).toBe("React's");
});
