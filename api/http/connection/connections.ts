import type { Server } from "node:http";
import type { Socket } from "node:net";
import { hasAsked, isAnswering, isOnlySending } from "./answering.ts";
import { askTimeoutMs, connectionLookIntervalMs, maxConnections, unreadTimeoutMs } from "./limits.ts";
import { bodyRate, isBodyOverdue } from "./request-body.ts";

/** How many connections are closed at once when there are too many: finding them means looking at all. */
const gaveWayAtOnce = 50;
/** How often `tooMany` is called, in ms. */
const tellIntervalMs = 60_000;

/** When a connection was opened, when data last arrived, and how many bytes had arrived by then. */
interface Activity {
  since: number;
  at: number;
  bytesRead: number;
}

/**
 * Guards the connections of a server: closes those with slow bodies or unread replies, and the least needed ones when
 * there are too many. One timer serves all, as a timer for each would restart with every request. Calls `tooMany` with
 * the maximum, at most once a minute. Returns a function that lists the connections on which nothing has been sent yet.
 */
export function guardConnections(server: Server, tooMany: (most: number) => void): () => Socket[] {
  const all = new Map<Socket, Activity>();
  let toldAt = Number.NEGATIVE_INFINITY;

  const drop = (socket: Socket): void => {
    all.delete(socket);
    socket.destroy();
  };
  const tell = (now: number): void => {
    if (now - toldAt < tellIntervalMs) return;
    toldAt = now;
    tooMany(maxConnections);
  };
  server.on("connection", (socket: Socket) => {
    const now = performance.now();
    all.set(socket, { since: now, at: now, bytesRead: 0 });
    socket.once("close", () => all.delete(socket));
    if (all.size <= maxConnections) return;
    tell(now);
    const dispensable = leastNeeded(all, now).slice(0, gaveWayAtOnce);
    if (dispensable.length === 0) drop(socket);
    else dispensable.forEach(drop);
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, activity] of all) {
      if (isBodyOverdue(socket, now)) drop(socket);
      else look(socket, activity, now);
    }
  }, connectionLookIntervalMs).unref();
  server.once("close", () => clearInterval(timer));
  return () => [...all.keys()].filter(({ bytesWritten }) => bytesWritten === 0);
}

function look(socket: Socket, activity: Activity, now: number): void {
  if (socket.bytesRead !== activity.bytesRead)
    Object.assign(activity, { at: now, bytesRead: socket.bytesRead });
  // Node's timeout restarts whenever some of the reply is read, and has its usual length again after each reply.
  if (socket.writableLength > 0 && socket.timeout !== unreadTimeoutMs) socket.setTimeout(unreadTimeoutMs);
}

/**
 * The least needed connections, in this order: idle ones, longest idle first; if none, those with a reply that are only
 * sending, slowest first; if none, those without a request after `askTimeoutMs`, oldest first. Never a new connection,
 * nor one that waits for a reply.
 */
function leastNeeded(all: Map<Socket, Activity>, now: number): Socket[] {
  const entries = [...all];
  const idle = entries.filter(([socket]) => socket.bytesWritten > 0 && !isAnswering(socket));
  // Bytes that arrived after the last look have no time yet.
  const quietSince = ([socket, { at, bytesRead }]: [Socket, Activity]): number =>
    socket.bytesRead === bytesRead ? at : now;
  if (idle.length > 0)
    return idle.sort((one, other) => quietSince(one) - quietSince(other)).map(([socket]) => socket);
  const sending = entries
    .filter(([socket]) => isOnlySending(socket))
    .map(([socket]) => ({ socket, rate: bodyRate(socket, now) }));
  if (sending.length > 0)
    return sending.sort((one, other) => one.rate - other.rate).map(({ socket }) => socket);
  return entries
    .filter(([socket, { since }]) => now - since >= askTimeoutMs && !hasAsked(socket))
    .map(([socket]) => socket);
}
