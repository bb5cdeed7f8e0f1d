import type { ServerOptions } from "node:http";

/** How long the server waits for a client, in ms, and how much it accepts, in bytes. */
export const limits = {
  requestTimeout: 10_000,
  headersTimeout: 5_000,
  // Longer than the idle timeout of common load balancers, so that they close first.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  // We refuse such a request ourselves, with a problem detail.
  requireHostHeader: false,
} satisfies ServerOptions;

/** How long a connection may be silent while a reply is due, in ms. */
export const connectionTimeoutMs = 15_000;
export const maxConnections = 5_000;
/** The largest body that our endpoints put up with, in bytes, although they ignore it. */
export const bodyLimit = 64 * 1024;
