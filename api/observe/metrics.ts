import type { FastifyInstance } from "fastify";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram } from "prom-client";
import type { Board } from "../../data/cache/board.ts";
import type { AnswerListener } from "../visitor/answer-with-notice.ts";

/** What is counted while the service runs. @see https://prometheus.io/docs/practices/naming/ */
export interface Metrics {
  /** Counts the responses of the service's endpoints. */
  watch(app: FastifyInstance): void;
  /** Counts an answer that did not go through the router, when it has been sent. */
  count: AnswerListener;
  /** The figures, as Prometheus reads them. */
  read(): Promise<string>;
}

export function createMetrics(board: Board): Metrics {
  // In a worker it answers the process that adds up the figures of all workers.
  const registry = new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const responses = new Counter({
    name: "backsoon_responses_total",
    help: "Responses by format, language and status class; other endpoints than the notice have the format other.",
    labelNames: ["format", "language", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "backsoon_request_duration_seconds",
    help: "Time from the head of a request to the last byte of its response.",
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  new Gauge({
    name: "backsoon_revision",
    help: "The revision that visitors see.",
    aggregator: "max",
    registers,
    collect() {
      this.set(board.current().revision);
    },
  });
  new Gauge({
    name: "backsoon_store_up",
    help: "1 while the store answers, 0 while visitors get the last known good notice.",
    aggregator: "min",
    registers,
    collect() {
      this.set(board.status().store === "up" ? 1 : 0);
    },
  });
  new Gauge({
    name: "backsoon_store_answered_seconds",
    help: "Seconds since the store answered last.",
    aggregator: "max",
    registers,
    collect() {
      this.set(board.status().secondsSinceStoreAnswered);
    },
  });

  const counted = (format: string, language: string, status: number, ms: number): void => {
    responses.inc({ format, language, status: `${Math.floor(status / 100)}xx` });
    duration.observe(ms / 1000);
  };

  return {
    watch(app) {
      app.addHook("onResponse", (_request, { statusCode, elapsedTime }, done) => {
        counted("other", "none", statusCode, elapsedTime);
        done();
      });
    },
    count(response, { format, language }) {
      const started = performance.now();
      response.on("close", () => counted(format, language, response.statusCode, performance.now() - started));
    },
    read: () => registry.metrics(),
  };
}
