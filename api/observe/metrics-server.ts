import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Registry } from "prom-client";
import { listenFailed } from "../http/connection/http-server.ts";
import { limits } from "../http/connection/limits.ts";

/**
 * Serves the metrics to Prometheus at `/metrics`, on a port of their own.
 * @throws NoticeError LISTEN_FAILED
 */
export async function serveMetrics(host: string, port: number, read: () => Promise<string>): Promise<Server> {
  const server = createServer({ ...limits, requestTimeout: 10_000 }, async ({ url }, response) => {
    try {
      const figures = url === "/metrics" ? await read() : undefined;
      response.writeHead(figures === undefined ? 404 : 200, {
        "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE,
      });
      response.end(figures);
    } catch {
      // A worker that exits meanwhile sends no metrics.
      response.writeHead(503).end();
    }
  });
  try {
    await once(server.listen(port, host), "listening");
    return server;
  } catch (cause) {
    throw listenFailed(host, port, ["METRICS_HOST", "METRICS_PORT"], cause);
  }
}
