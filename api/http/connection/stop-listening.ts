import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

/** How long we wait for an idle turn of the event loop, in ms: under full load there is none. */
const maxIdleWaitMs = 500;
/** How long such a turn may take, in ms. */
const idleTurnMs = 0.5;

/**
 * Stops accepting connections. One that the kernel has accepted and the server has not is cut off by that, so it is
 * done right after an idle turn of the event loop, in which nobody connected.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on("connection", () => (accepted += 1));
  // With idle connections to close, `close` would not stop listening at once.
  server.closeIdleConnections();
  // From here on, each turn accepts what has come.
  await setImmediate();
  for (const begun = performance.now(); performance.now() - begun < maxIdleWaitMs; ) {
    const [before, started] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - started < idleTurnMs) break;
  }
  server.close();
}

/**
 * Keeps connections open that have had no reply when a server closes those that are idle, as it does when it closes.
 * Node 26 takes one for idle from which it has read nothing, even if the request is here already.
 * @see https://github.com/nodejs/node/pull/63470
 */
export function keepUnanswered(server: Server, unanswered: () => Socket[]): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const kept = unanswered();
    // Node cannot be told which ones to leave alone.
    for (const socket of kept) socket.destroy = () => socket;
    closeIdle();
    for (const socket of kept) Reflect.deleteProperty(socket, "destroy");
  };
}
