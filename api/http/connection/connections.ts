import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isAnswering } from "./answering.ts";
import { lookIntervalMs, maxConnections, unreadTimeoutMs } from "./limits.ts";
import { isBodyOverdue, isBodyPending } from "./request-body.ts";

/** How many connections give way at once when there are too many: finding them takes a look at them all. */
const gaveWayAtOnce = 50;
/** How often it is told that there are too many, in ms. */
const tellIntervalMs = 60_000;

/** When a connection last received something, by what it had received then. */
interface Activity {
  at: number;
  bytesRead: number;
}

/**
 * Looks after the connections of a server: cuts those whose bodies take too long or whose replies nobody reads, and
 * lets those that wait for nothing make room when there are too many. One timer looks at them all, as a timer for each
 * would be set anew with every request. `tooMany` is called with how many there may be, at most once a minute.
 */
export function guardConnections(server: Server, tooMany: (most: number) => void): void {
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
    all.set(socket, { at: now, bytesRead: 0 });
    socket.once("close", () => all.delete(socket));
    if (all.size <= maxConnections) return;
    tell(now);
    const dispensable = leastNeeded(all, socket);
    if (dispensable.length === 0) drop(socket);
    else dispensable.forEach(drop);
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, activity] of all) {
      if (isBodyOverdue(socket, now)) drop(socket);
      else look(socket, activity, now);
    }
  }, lookIntervalMs).unref();
  server.once("close", () => clearInterval(timer));
}

function look(socket: Socket, activity: Activity, now: number): void {
  if (socket.bytesRead !== activity.bytesRead)
    Object.assign(activity, { at: now, bytesRead: socket.bytesRead });
  // Node notices for itself whether any of it is read, and waits for as long as it does after each reply.
  if (socket.writableLength > 0 && socket.timeout !== unreadTimeoutMs) socket.setTimeout(unreadTimeoutMs);
}

/** The connections that have been idle longest, else those that have had their reply and are only still sending. */
function leastNeeded(all: Map<Socket, Activity>, newest: Socket): Socket[] {
  const others = [...all].filter(([socket]) => socket !== newest);
  const idle = others.filter(([socket]) => !isAnswering(socket));
  const candidates = idle.length > 0 ? idle : others.filter(([socket]) => isBodyPending(socket));
  return candidates
    .sort(([, one], [, other]) => one.at - other.at)
    .slice(0, gaveWayAtOnce)
    .map(([socket]) => socket);
}
