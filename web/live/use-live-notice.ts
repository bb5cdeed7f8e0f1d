import { useState, useSyncExternalStore } from "react";
import { createLiveNotice, type LiveNoticeState } from "./live-notice.ts";
import type { PageData } from "./page-data.ts";

/** The notice as it is now, followed while the component is on the page. */
export function useLiveNotice(data: PageData): LiveNoticeState {
  const [notice] = useState(() => createLiveNotice(data));
  return useSyncExternalStore(notice.subscribe, notice.get, notice.first);
}
