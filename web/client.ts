import { createLiveNotice } from "./live/live-notice.ts";
import { type PageData, pageDataId } from "./live/page-data.ts";

/** How long a page is open at least before it loads what shows changes, in ms: most visitors have left by then. */
const stayMs = 3_000;
/** Over how long pages that were opened at the same time spread that, in ms. */
const spreadMs = 5_000;

const container = document.getElementById("page");
const data = document.getElementById(pageDataId)?.textContent;
if (container && data) watch(container, JSON.parse(data));

/** Watches the notice, and loads React once it is worth that. */
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
    // What the browser has translated is not taken from its reader before there is something new to read.
    const isUseful = notice.isChanged() || !container.querySelector("font");
    if (isDue && isUseful && !document.hidden) void load(waitMs);
  };
  document.addEventListener("visibilitychange", () => loadIfDue());
  notice.subscribe(() => loadIfDue());
  // A page that stays says so once the app is back, when nothing can be loaded any more.
  if (data.returnSpreadSeconds === undefined) void load(stayMs);
  else plan(stayMs);
}
