import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How many requests a client may send in one packet, without waiting for their replies. */
const maxPipelined = 100;

/**
 * Tells whether a client has sent more requests at once than it may, and if so closes its connection: a packet can hold
 * thousands, and each reply would wait in memory until it is read. Requests in one packet are read one after another,
 * and nothing else arrives on their connection meanwhile.
 */
export function createPipelineLimit(): (request: IncomingMessage) => boolean {
  let last: Socket | undefined;
  let bytesRead = 0;
  let count = 0;
  return ({ socket }) => {
    // Most requests come from another connection than the one before: then the bytes need not be looked at.
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
