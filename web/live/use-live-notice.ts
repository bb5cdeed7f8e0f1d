import { useState, useSyncExternalStore } from "react";
import { createLiveNotice, type LiveNoticeState } from "./live-notice.ts";
import type { PageData } from "./page-data.ts";

/** The current notice, watched while the component is mounted. */
export function useLiveNotice(data: PageData): LiveNoticeState {
  const [notice] = useState(() => createLiveNotice(data));
  return useSyncExternalStore(notice.subscribe, notice.get, notice.first);
}
