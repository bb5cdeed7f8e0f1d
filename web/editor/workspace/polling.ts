/** How often the editor asks whether somebody else has published, in ms. */
const noticePollMs = 4_000;

/** Asks again and again while the page is in sight, and at once when it or the network comes or goes; gives what stops it. */
export function startPolling(ask: () => Promise<void>, intervalMs = noticePollMs): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  const askNow = async (): Promise<void> => {
    clearTimeout(timer);
    if (isAsking || isOver || document.hidden) return;
    isAsking = true;
    await ask();
    isAsking = false;
    if (!isOver) timer = setTimeout(askNow, intervalMs);
  };
  // None is captured: a field that takes the focus is not the page that comes back.
  const events = ["visibilitychange", "focus", "online", "offline"] as const;
  for (const event of events) addEventListener(event, askNow);
  void askNow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const event of events) removeEventListener(event, askNow);
  };
}
