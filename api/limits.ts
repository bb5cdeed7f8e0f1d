import type { Server } from "node:http";
import type { FastifyHttpOptions } from "fastify";

/** How long and how much the server waits for and takes; times in ms, sizes in bytes. */
export const limits = {
  requestTimeout: 10_000,
  connectionTimeout: 15_000,
  // Longer than the idle time-out of the usual load balancers, so that they close first.
  keepAliveTimeout: 65_000,
  bodyLimit: 64 * 1024,
  http: {
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    // We refuse such a request ourselves, with a problem detail.
    requireHostHeader: false,
  },
} satisfies FastifyHttpOptions<Server>;

export const maxConnections = 5_000;
