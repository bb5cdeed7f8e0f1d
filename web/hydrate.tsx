import { useSyncExternalStore } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { LiveNotice } from "./live/live-notice.ts";
import { NoticePage } from "./page/notice-page.tsx";

export function hydrate(container: Element, notice: LiveNotice): void {
  const first = notice.settle();
  function LivePage() {
    return <NoticePage {...useSyncExternalStore(notice.subscribe, notice.get, () => first)} />;
  }
  // React cannot hydrate a page that the browser has translated.
  if (container.querySelector("font")) createRoot(container).render(<LivePage />);
  else hydrateRoot(container, <LivePage />);
}
