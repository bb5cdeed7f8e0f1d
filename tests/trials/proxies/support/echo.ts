import type { IncomingHttpHeaders } from "node:http";
import { listenHere } from "../../../support/network/servers.ts";

/** A request as a server got it: its path has its query, exactly as it was sent. */
interface Received {
  path: string;
  headers: IncomingHttpHeaders;
}

/** Starts a server in the place of Backsoon that replies 503 to every request, and keeps the requests. */
export async function startEcho(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const url = await listenHere((request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers });
    request.resume().on("end", () => response.writeHead(503).end("Backsoon"));
  });
  return { url, received };
}
