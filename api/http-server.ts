import { createServer, type RequestListener, type Server } from "node:http";
import { connectionTimeout, limits, maxConnections } from "./limits.ts";

/** A server within the limits, which asks the listener at once also when a client waits to be told to send its body. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(limits, listener)
    .on("checkContinue", listener)
    .on("checkExpectation", listener)
    .setTimeout(connectionTimeout);
  server.maxConnections = maxConnections;
  // Node would hide those beyond the first two thousand from us; their size is limited.
  server.maxHeadersCount = 0;
  return server;
}
