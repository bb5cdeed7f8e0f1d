import type { ServerOptions } from "node:http";

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

/** How many connections may be open at once. */
export const maxConnections = 5_000;

/** How many files a process may need to have open: its connections, the store, the export and others. */
export const neededFiles = 6_000;

/** How much of a body is discarded so that its client gets the reply, in bytes, and how long that may take, in ms. */
export const maxDiscardedBytes = 128 * 1024 * 1024;
export const maxDiscardMs = 120_000;

/** How fast a body must arrive, in bytes a second, on average over the last `bodyWindowMs`. */
export const minBodyRate = 16 * 1024;
export const bodyWindowMs = 15_000;
