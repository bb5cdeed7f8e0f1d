import type { Server } from "node:http";
import { setImmediate } from "node:timers/promises";

/** How long we wait for a turn of the event loop in which nothing happens, in ms: under full load there is none. */
const maxWaitMs = 500;
/** How long such a turn may take, in ms. */
const idleTurnMs = 0.5;

/**
 * Lets nobody else connect. Whoever the kernel has connected and the server has not accepted yet is cut off by that, so
 * it is done right after a turn of the event loop in which nobody came and nothing else happened.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  server.on("connection", () => (accepted += 1));
  // With idle connections to close, `close` would not stop listening at once.
  server.closeIdleConnections();
  // From here on each turn looks once who has come.
  await setImmediate();
  for (const begun = performance.now(); performance.now() - begun < maxWaitMs; ) {
    const [before, started] = [accepted, performance.now()];
    await setImmediate();
    if (accepted === before && performance.now() - started < idleTurnMs) break;
  }
  server.close();
}
