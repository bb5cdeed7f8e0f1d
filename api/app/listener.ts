import type { RequestListener } from "node:http";
import { noticePath } from "../../schema/notice/protocol.ts";
import { createPipelineLimit } from "../http/pipeline-limit.ts";
import { originForm, pathOf } from "../http/request-target.ts";
import type { Metrics } from "../observe/metrics.ts";

interface ListenerParts {
  /** Answers a visitor. */
  answer: RequestListener;
  /** Answers an open page. */
  document: RequestListener;
  /** Answers whatever else is asked of an endpoint. */
  route: RequestListener;
  /** The paths of the endpoints. */
  endpoints: ReadonlySet<string>;
  requestLog?: RequestListener | undefined;
  metrics?: Metrics | undefined;
  lifecycle: { isClosing: boolean };
}

/** Takes every request that arrives: visitors and open pages, which are nearly all, do not go through the router. */
export function createListener(parts: ListenerParts): RequestListener {
  const { answer, document, route, endpoints, requestLog, metrics, lifecycle } = parts;
  const isTooMuch = createPipelineLimit();
  return (request, response) => {
    if (isTooMuch(request)) return;
    request.url = originForm(request.url ?? "");
    requestLog?.(request, response);
    if (lifecycle.isClosing) response.shouldKeepAlive = false;
    const path = pathOf(request.url);
    if (path === noticePath && request.method === "GET") {
      metrics?.count(response, { format: "other", language: "none" });
      document(request, response);
    } else if (endpoints.has(path)) route(request, response);
    else answer(request, response);
  };
}
