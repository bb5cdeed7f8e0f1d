import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  bodyWindowMs,
  connectionLookIntervalMs,
  maxDiscardedBytes,
  maxDiscardMs,
  minBodyRate,
} from "./limits.ts";

/** A body that is being discarded. */
interface PendingBody {
  startedAt: number;
  /** The bytes that its connection had received at each look of the last window, oldest first. */
  received: number[];
  /** The bytes that its connection had received before the body. */
  before: number;
}

/** The body that is still arriving on each connection. */
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

/** Whether a body is still arriving on a connection. */
export function isDiscarding(socket: Duplex): boolean {
  return pending.has(socket);
}

/** Whether a request announces a larger body than we discard. */
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
