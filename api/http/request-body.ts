import type { IncomingMessage, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** How long the server waits for a client, in ms, and how much it accepts, in bytes. */
export const limits = {
  // A body may take longer, within the limits below.
  requestTimeout: 0,
  headersTimeout: 5_000,
  // Longer than the idle timeout of common load balancers, so that they close first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 32 * 1024,
  // We refuse such a request ourselves, with a problem detail.
  requireHostHeader: false,
} satisfies ServerOptions;

/** How often connections are looked at, in ms. */
export const connectionLookIntervalMs = 1_000;

/** How long a client may leave its reply unread, in ms. Node then waits as long again before it closes. */
export const unreadTimeoutMs = 15_000;

export const maxConnections = 5_000;

/** How many files a process may need to have open: its connections, the store, the export and others. */
export const neededFiles = 6_000;

/** How much of a body is discarded so that its client gets the reply, in bytes, and how long that may take, in ms. */
const maxDiscardedBytes = 128 * 1024 * 1024;
const maxDiscardMs = 120_000;

/** How fast a body must arrive, in bytes a second, on average over the last `bodyWindowMs`. */
const minBodyRate = 16 * 1024;
const bodyWindowMs = 15_000;

interface PendingBody {
  startedAt: number;
  /** The bytes that its connection had received at each look of the last window, oldest first. */
  received: number[];
  /** The bytes that its connection had received before the body. */
  before: number;
}

const pending = new WeakMap<Duplex, PendingBody>();
const looksPerWindow = bodyWindowMs / connectionLookIntervalMs;
const minPerWindow = (minBodyRate * bodyWindowMs) / 1000;

/** Discards a request's body as it arrives. `ended` is called when it is complete, and never if it breaks off. */
export function discardBody(request: IncomingMessage, ended: () => void): void {
  const { socket } = request;
  const body = discardRest(socket);
  request.resume().once("end", () => {
    // The next request may be here already, with a body of its own.
    if (pending.get(socket) === body) pending.delete(socket);
    ended();
  });
}

/** Discards everything that still arrives on a connection. */
export function discardRest(socket: Socket): PendingBody {
  const before = socket.bytesRead;
  const body = { startedAt: performance.now(), received: [before], before };
  pending.set(socket, body);
  return body;
}

export function isDiscarding(socket: Duplex): boolean {
  return pending.has(socket);
}

export function isBodyTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers["content-length"] ?? 0) > maxDiscardedBytes;
}

/** Whether the body on a connection is too large, takes too long or arrives too slowly. To be called at each look. */
export function isBodyOverdue(socket: Socket, now: number): boolean {
  const body = pending.get(socket);
  if (!body) return false;
  const { startedAt, received, before } = body;
  const { bytesRead } = socket;
  received.push(bytesRead);
  const oldest = received.length > looksPerWindow ? received.shift() : undefined;
  const isSlow = oldest !== undefined && bytesRead - oldest < minPerWindow;
  return isSlow || bytesRead - before > maxDiscardedBytes || now - startedAt > maxDiscardMs;
}
