import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How many requests a client may send in one packet, without waiting for their replies. */
const maxPipelined = 100;

/**
 * Tells whether a client has sent too many requests at once, and if so closes its connection. A packet can hold
 * thousands, and each reply would stay in memory until it is read. Node reads the requests of a packet one after
 * another, and nothing else of that connection meanwhile.
 */
export function createPipelineLimit(): (request: IncomingMessage) => boolean {
  let last: Socket | undefined;
  let bytesRead = 0;
  let count = 0;
  return ({ socket }) => {
    // Most requests come from another connection than the one before: this check is faster than reading `bytesRead`.
    if (socket !== last) {
      last = socket;
      bytesRead = 0;
      count = 0;
      return false;
    }
    const arrived = socket.bytesRead;
    count = arrived === bytesRead ? count + 1 : 1;
    bytesRead = arrived;
    if (count > maxPipelined) socket.destroy();
    return count > maxPipelined;
  };
}
