import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Front, isPoll, startFront } from "./front.ts";

/** A page of an app on which visitors type, and choose a file. */
const shop = `<!doctype html><title>The shop</title><h1>The shop</h1>
<form id="order" method="post" action="/orders"><textarea name="words"></textarea><button>Send</button></form>
<form id="upload" method="post" action="/files" enctype="multipart/form-data"><input name="words"><input type="file" name="file"><button>Upload</button></form>`;

/** A load balancer that lets an app be read, and gives what would change it to the notice. */
export interface ReadOnlyFront extends Front {
  /** What would have changed the app and got there, as `POST /path`, the newest last. */
  changes: string[];
  /** Lets the app have everything again. */
  openAll(): void;
}

/**
 * Starts one before the service. What an open page asks for goes to the service, as the recipes have it; without
 * `sharesNotice` that is its script alone.
 */
export async function startReadOnlyFront(service: string, sharesNotice = true): Promise<ReadOnlyFront> {
  const front = await startFront(service);
  const changes: string[] = [];
  const app = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "" } = incoming;
    await buffer(incoming);
    if (!isRead(incoming)) changes.push(`${method} ${url}`);
    response.writeHead(isPoll(incoming) ? 404 : 200, { "Content-Type": "text/html" }).end(shop);
  };
  front.answerWith((incoming, response) => {
    const { url = "", headers } = incoming;
    const isPages = url.startsWith("/assets/backsoon-") || (sharesNotice && isPoll(incoming));
    if (isRead(incoming) && !isPages) return void app(incoming, response);
    headers["backsoon-unsaved"] = "1";
    front.forward(incoming, response);
  });
  return { ...front, changes, openAll: () => front.answerWith((...both) => void app(...both)) };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}
