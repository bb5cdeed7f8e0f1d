import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

/** How long we wait for an idle turn of the event loop, in ms: under full load there is none. */
const maxIdleWaitMs = 500;
/** How long such a turn may take, in ms. */
const idleTurnMs = 0.5;

/**
 * Stops accepting connections. That would cut off connections which the kernel has accepted and the server has not. So
 * it waits for an idle turn of the event loop, in which nobody connected.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on("connection", () => (accepted += 1));
  // With idle connections to close, `close` would not stop listening at once.
  server.closeIdleConnections();
  // From here on, each turn accepts the waiting connections.
  await setImmediate();
  for (const begun = performance.now(); performance.now() - begun < maxIdleWaitMs; ) {
    const [before, started] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - started < idleTurnMs) break;
  }
  server.close();
}

/**
 * When a server closes its idle connections, keeps those open that have had no reply. Node 26 takes a connection for
 * idle if it has not read from it yet, even if a request has arrived.
 * @see https://github.com/nodejs/node/pull/63470
 */
export function keepUnanswered(server: Server, unanswered: () => Socket[]): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const kept = unanswered();
    // Node has no way to exclude connections.
    for (const socket of kept) socket.destroy = () => socket;
    closeIdle();
    for (const socket of kept) Reflect.deleteProperty(socket, "destroy");
  };
}
