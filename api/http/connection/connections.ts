import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isAnswering } from "./answering.ts";
import { connectionLookIntervalMs, maxConnections, unreadTimeoutMs } from "./limits.ts";
import { isBodyOverdue } from "./request-body.ts";

/** How often `tooMany` is called, in ms. */
const tellIntervalMs = 60_000;

/**
 * Guards the connections of a server: closes those with slow bodies or unread replies, and the oldest idle one when
 * there are too many. One timer serves all, as a timer for each would restart with every request. Calls `tooMany` with
 * the maximum, at most once a minute. Returns a function that lists the connections on which nothing has been sent yet.
 */
export function guardConnections(server: Server, tooMany: (most: number) => void): () => Socket[] {
  /** Each connection with the bytes that it had received at the last look, those that were quiet longest first. */
  const all = new Map<Socket, number>();
  let toldAt = Number.NEGATIVE_INFINITY;

  const drop = (socket: Socket): void => {
    all.delete(socket);
    socket.destroy();
  };
  const moveToEnd = (socket: Socket): void => {
    all.delete(socket);
    all.set(socket, socket.bytesRead);
  };
  /** The connection that has been quiet longest of those that wait for no reply. */
  const oldestIdle = (): Socket | undefined => {
    for (const [socket, bytesRead] of all) {
      if (isAnswering(socket)) continue;
      if (socket.bytesRead === bytesRead) return socket;
      // It has received something since the last look. The loop comes to it again at the end.
      moveToEnd(socket);
    }
    return undefined;
  };
  server.on("connection", (socket: Socket) => {
    if (all.size >= maxConnections) {
      const now = performance.now();
      if (now - toldAt >= tellIntervalMs) {
        toldAt = now;
        tooMany(maxConnections);
      }
      const oldest = oldestIdle();
      if (!oldest) {
        socket.destroy();
        return;
      }
      drop(oldest);
    }
    all.set(socket, 0);
    socket.once("close", () => all.delete(socket));
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, bytesRead] of [...all]) {
      if (isBodyOverdue(socket, now)) drop(socket);
      else if (socket.bytesRead !== bytesRead) moveToEnd(socket);
      // Node's timeout restarts whenever some of the reply is read, and has its usual length again after each reply.
      if (socket.writableLength > 0 && socket.timeout !== unreadTimeoutMs) socket.setTimeout(unreadTimeoutMs);
    }
  }, connectionLookIntervalMs).unref();
  server.once("close", () => clearInterval(timer));
  return () => [...all.keys()].filter(({ bytesWritten }) => bytesWritten === 0);
}
