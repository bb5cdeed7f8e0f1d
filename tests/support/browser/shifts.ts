import type { Page } from "playwright-core";

/** What has moved since a page was opened: which elements, and by how much. @see https://wicg.github.io/layout-instability/ */
export function shifts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const moved: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Element }[];
        };
        moved.push(`${value}: ${sources.map(({ node }) => node?.className || node?.nodeName)}`);
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // Two frames after the last change, it has been measured.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    for (const entry of observer.takeRecords()) moved.push(String(Reflect.get(entry, "value")));
    return moved;
  });
}
