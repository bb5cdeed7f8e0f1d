import type { BrowserStorage } from "./browser-storage.ts";

const storedTabName = "backsoon tab";

/** The name of this tab, and which tabs are open. */
export type TabNames = Awaited<ReturnType<typeof nameTab>>;

/**
 * Names this tab, and holds the name while the tab is open. A reload keeps the name, and a duplicated tab gets its own.
 * A name that `mayBeUsed` refuses is given up.
 */
export async function nameTab(
  storage: BrowserStorage,
  locks: LockManager,
  mayBeUsed: (tab: string) => boolean,
) {
  const known = nameOfTab(storage);
  const own = known && mayBeUsed(known) && (await hold(locks, known)) ? known : crypto.randomUUID();
  if (own !== known) await hold(locks, own);
  // If it cannot be kept, the tab has another name after a reload.
  storage.write(storedTabName, own);
  /** The names of the tabs that are open now. */
  const open = async (): Promise<string[]> => {
    const { held = [] } = await locks.query();
    return held.flatMap((lock) =>
      lock.name?.startsWith(storedTabName) ? lock.name.slice(storedTabName.length + 1) : [],
    );
  };
  return { own, open };
}

/** The name that this tab has, or had before a reload; null if it has none. */
export function nameOfTab(storage: BrowserStorage): string | null {
  return storage.read(storedTabName);
}

/** How long the page before a reload may hold its name, in ms. */
const reloadMs = 500;

/** Whether the name could be taken; it is held until the tab is closed. */
function hold(locks: LockManager, tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    const untilClosed = new Promise<void>(() => {});
    const take = (): Promise<void> => {
      resolve(true);
      return untilClosed;
    };
    const signal = AbortSignal.timeout(reloadMs);
    locks.request(`${storedTabName} ${tab}`, { signal }, take).catch(() => resolve(false));
  });
}
