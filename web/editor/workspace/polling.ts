/** How often the editor asks whether somebody else has published, in ms. */
const noticePollMs = 4_000;

/** Polls while the page is visible, and at once when its visibility or the network changes. Returns a function that stops it. */
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
  // The events are not captured, because the focus of a field does not mean that the page came back.
  const events = ["visibilitychange", "focus", "online", "offline"] as const;
  for (const event of events) addEventListener(event, askNow);
  void askNow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const event of events) removeEventListener(event, askNow);
  };
}
