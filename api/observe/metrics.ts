import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { secondsUntilReturn } from "../../schema/notice/expected-return.ts";
import { listenFailed } from "../http/http-server.ts";
import { limits } from "../http/request-body.ts";

interface CountedVariant {
  format: string;
  language: string;
}

/** The labels of a reply that is not the notice. */
const anything = { format: "other", language: "none" };

/** The service's metrics. @see https://prometheus.io/docs/practices/naming/ */
export interface Metrics {
  /**
   * Counts a response once it has been sent, and times it unless its request has a body, whose client sets the pace.
   * `variant` is that of the notice, if the response is the notice.
   */
  observe(response: ServerResponse, hasBody: boolean, variant?: CountedVariant): void;
  /** Counts a reply that was written to a bare socket. */
  count(status: number, variant?: CountedVariant): void;
  read(): Promise<string>;
}

/** Makes the metrics of the notice in memory, and of the lines that the log has dropped. */
export function createMetrics(cache: NoticeCache, dropped: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const responses = new Counter({
    name: "backsoon_responses_total",
    help: "Responses by format, language and status class; replies other than the notice have the format other.",
    labelNames: ["format", "language", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "backsoon_request_duration_seconds",
    help: "Time from the head of a request without a body to the last byte of its response.",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  /** A value that is read on demand; it has no sample if it is undefined. */
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge("backsoon_revision", "The revision that visitors see.", () => cache.current().number);
  gauge(
    "backsoon_store_up",
    "1 while the store answers, 0 while visitors get the last known good notice.",
    () => (cache.status().store === "up" ? 1 : 0),
  );
  gauge(
    "backsoon_store_answered_seconds",
    "Seconds since the store last answered.",
    () => cache.status().secondsSinceStoreAnswered,
  );
  gauge(
    "backsoon_expected_return_seconds",
    "Seconds until the expected return, negative once it has passed; no sample while no time is known.",
    () => secondsUntilReturn(cache.current().notice, Date.now()),
  );
  new Counter({
    name: "backsoon_log_lines_dropped_total",
    help: "Lines of the log that were dropped because they could not be written in time.",
    registers,
    collect() {
      this.reset();
      this.inc(dropped());
    },
  });

  const count: Metrics["count"] = (status, { format, language } = anything) =>
    responses.inc({ format, language, status: `${Math.floor(status / 100)}xx` });

  return {
    observe(response, hasBody, variant) {
      const started = performance.now();
      response.on("close", () => {
        count(response.statusCode, variant);
        if (!hasBody) duration.observe((performance.now() - started) / 1000);
      });
    },
    count,
    read: () => registry.metrics(),
  };
}

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
