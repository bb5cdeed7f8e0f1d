import { expect } from "vitest";
import { launchBrowser, type OpenPage, still } from "../../../support/browser/browser.ts";
import { quickTime } from "../../../support/browser/page-time.ts";

const open = launchBrowser(still);
const long = { timeout: 60_000 };

/** A page that a visitor has opened, and that is not loaded again. */
export interface WatchedPage extends OpenPage {
  /** Every title that it has shown, which it forgets when it is loaded again. */
  titles(): Promise<string[] | undefined>;
  shows(title: string): Promise<void>;
  /** Resolves when it has asked several times more. */
  asks(): Promise<void>;
  /** Resolves when it has gone back to the app. */
  returns(): Promise<void>;
}

/** Opens a page in a language. */
export async function watchPage(url: string, locale = "en"): Promise<WatchedPage> {
  const opened = await open(url, { locale }, quickTime);
  const { page, requests } = opened;
  await page.evaluate(() => {
    const title = document.querySelector("h1") as Element;
    const titles = [title.textContent];
    const record = () => title.textContent !== titles.at(-1) && titles.push(title.textContent);
    new MutationObserver(record).observe(title, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { titles });
  });
  const titles = () => page.evaluate(() => Object(window).titles as string[] | undefined);
  return {
    ...opened,
    titles,
    shows: (title) => expect.poll(async () => (await titles())?.at(-1), long).toBe(title),
    async asks() {
      const enough = requests.length + 5;
      await expect.poll(() => requests.length, long).toBeGreaterThan(enough);
    },
    returns: () => expect.poll(() => page.title(), long).toBe("The app"),
  };
}
