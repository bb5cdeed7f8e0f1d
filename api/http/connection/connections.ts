import type { Server } from "node:http";
import type { Socket } from "node:net";
import { hasAsked, isAnswering, isOnlySending } from "./answering.ts";
import { askTimeoutMs, connectionLookIntervalMs, maxConnections, unreadTimeoutMs } from "./limits.ts";
import { bodyRate, isBodyOverdue } from "./request-body.ts";

/** How many connections give way at once when there are too many: finding them takes a look at them all. */
const gaveWayAtOnce = 50;
/** How often `tooMany` is called, in ms. */
const tellIntervalMs = 60_000;

/** When a connection was opened, when it last received something, and how much it had received by then. */
interface Activity {
  since: number;
  at: number;
  bytesRead: number;
}

/**
 * Looks after the connections of a server: cuts those whose bodies take too long or whose replies nobody reads, and
 * lets those that are needed least make room when there are too many. One timer looks at them all, as a timer for each
 * would be set anew with every request. `tooMany` is called with how many there may be, at most once a minute. Gives
 * what lists the connections on which nothing has been sent yet.
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
  // Node's timeout starts anew whenever some of the reply is read, and has its usual length again after each reply.
  if (socket.writableLength > 0 && socket.timeout !== unreadTimeoutMs) socket.setTimeout(unreadTimeoutMs);
}

/**
 * The connections that are needed least, least of all first: those that are idle, longest since their reply first; else
 * those that have their reply and only send, slowest first; else those that had time and have not asked for anything,
 * oldest first. Never one that waits for a reply, or is new.
 */
function leastNeeded(all: Map<Socket, Activity>, now: number): Socket[] {
  const entries = [...all];
  const idle = entries.filter(([socket]) => socket.bytesWritten > 0 && !isAnswering(socket));
  // Bytes that have come since the last look have no time yet.
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
