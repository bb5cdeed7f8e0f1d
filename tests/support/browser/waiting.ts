import type { IncomingMessage, ServerResponse } from "node:http";
import { type Front, startFront } from "../network/front.ts";
import { type ServiceHere, serveHere } from "../service/service-here.ts";
import { hasAsked, isHydrated, type launchBrowser, type OpenPage, type World } from "./browser.ts";
import { quickTime } from "./page-time.ts";

/** A page that waits for the app, the front between it and the service, and the service. */
export interface Waiting extends OpenPage {
  front: Front;
  service: ServiceHere;
  /** Has the page wait anew at a path, as if nothing had been before: what one case leaves, the next one does not find. */
  again(path: string, ...cookies: string[]): Promise<void>;
}

interface Options {
  settings?: Record<string, string>;
  /** Runs before the page's own scripts; unless it is given, the page's time passes quickly. */
  script?: string;
  world?: World;
}

/** Gives what opens, at a path, a page that polls each second and returns at once. */
export const waitingIn =
  (open: ReturnType<typeof launchBrowser>) =>
  async (path: string, { settings, script = quickTime, world }: Options = {}): Promise<Waiting> => {
    const service = await serveHere({ POLL_SECONDS: "1", RETURN_SPREAD_SECONDS: "0", ...settings });
    const front = await startFront(service.url);
    const opened = await open(`${front.url}${path}`, {}, script, world);
    const again = async (path: string): Promise<void> => {
      front.answerWith();
      await opened.page.goto(`${front.url}${path}`);
      await hasAsked(opened.page);
      await isHydrated(opened.page);
      // The tab remembers its returns.
      await opened.page.evaluate(() => sessionStorage.clear());
      front.log.splice(0);
    };
    return { ...opened, front, service, again };
  };

/** A front that gives every request the same answer. */
export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(code, headers).end(`<title>Status ${code}</title>`);
