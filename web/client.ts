import { createLiveNotice } from "./live/live-notice.ts";
import { type PageData, pageDataId } from "./live/page-data.ts";

/** How long a page is open before it loads React, in ms: most visitors have left by then. */
const stayMs = 3_000;
/** The time over which pages that were opened together spread that, in ms. */
const spreadMs = 5_000;

const container = document.getElementById("page");
const data = document.getElementById(pageDataId)?.textContent;
if (container && data) watch(container, JSON.parse(data));

function watch(container: Element, data: PageData): void {
  const notice = createLiveNotice(data);
  let isDue = false;
  const load = async (waitMs: number): Promise<void> => {
    isDue = false;
    try {
      const { hydrate } = await import("./hydrate.tsx");
      hydrate(container, notice);
    } catch {
      plan(2 * waitMs);
    }
  };
  const plan = (waitMs: number): void => {
    const come = (): void => {
      isDue = true;
      loadIfDue(waitMs);
    };
    setTimeout(come, waitMs + spreadMs * Math.random());
  };
  const loadIfDue = (waitMs = stayMs): void => {
    // A page that the browser has translated stays until there is something new to read.
    const isUseful = notice.isChanged() || !container.querySelector("font");
    if (isDue && isUseful && !document.hidden) void load(waitMs);
  };
  document.addEventListener("visibilitychange", () => loadIfDue());
  notice.subscribe(() => loadIfDue());
  // A page that stays open loads React early: once the app is back, nothing can be loaded.
  if (data.returnSpreadSeconds === undefined) void load(stayMs);
  else plan(stayMs);
}
