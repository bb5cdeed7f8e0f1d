import type { ServerOptions } from "node:http";

/** How long the server waits for a client, in ms, and how much it takes, in bytes. */
export const limits = {
  requestTimeout: 10_000,
  headersTimeout: 5_000,
  // Longer than the idle time-out of the usual load balancers, so that they close first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  // We refuse such a request ourselves, with a problem detail.
  requireHostHeader: false,
} satisfies ServerOptions;

/** How long a connection may be silent while an answer is due, in ms. */
export const connectionTimeoutMs = 15_000;
export const maxConnections = 5_000;
/** The largest body that an endpoint of ours looks away from, in bytes. */
export const bodyLimit = 64 * 1024;
