import type { Page } from "playwright-core";

/** The URLs that a page is loaded from, from now on. */
export function watchLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  return loads;
}
