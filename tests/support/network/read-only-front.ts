import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isPoll, startFront } from "./front.ts";

/** A page of the app, on which visitors type and choose a file. */
const shop = `<!doctype html><title>The shop</title><h1>The shop</h1>
<form id="order" method="post" action="/orders"><textarea name="words"></textarea><button>Send</button></form>
<form id="upload" method="post" action="/files" enctype="multipart/form-data"><input name="words"><input type="file" name="file"><button>Upload</button></form>`;

/**
 * Starts a load balancer that sends reads to an app, and writes to the notice of a service. As in the recipes, it sends
 * the requests of an open page to the service.
 */
export async function startReadOnlyFront(service: string) {
  const front = await startFront(service);
  /** The writes that reached the app, as `POST /path`, the newest last. */
  const changes: string[] = [];
  const app = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url = "" } = incoming;
    await buffer(incoming);
    if (!isRead(incoming)) changes.push(`${method} ${url}`);
    response.writeHead(isPoll(incoming) ? 404 : 200, { "Content-Type": "text/html" }).end(shop);
  };
  front.answerWith((incoming, response) => {
    const { url = "", headers } = incoming;
    const isPages = url.startsWith("/assets/backsoon-") || isPoll(incoming);
    if (isRead(incoming) && !isPages) return void app(incoming, response);
    headers["backsoon-unsaved"] = "1";
    front.forward(incoming, response);
  });
  /** Sends everything to the app again. */
  const openAll = () => front.answerWith((...both) => void app(...both));
  return { ...front, changes, openAll };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}
