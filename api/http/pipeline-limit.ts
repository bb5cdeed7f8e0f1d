import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How many requests a client may send without waiting for their answers. */
const most = 100;

/**
 * Tells whether a client has sent more requests at once than it may, and closes its connection: a packet holds
 * thousands of them, and each answer would wait in memory until it is read. What comes at once comes in one turn of the event loop.
 */
export function createPipelineLimit(): (request: IncomingMessage) => boolean {
  let last: Socket | undefined;
  let count = 0;
  const forget = (): void => {
    last = undefined;
  };
  return ({ socket }) => {
    count = socket === last ? count + 1 : 1;
    last = socket;
    if (count === 2) setImmediate(forget);
    if (count > most) socket.destroy();
    return count > most;
  };
}
