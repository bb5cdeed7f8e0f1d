import type { IncomingMessage, RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { isPollPath, noticePath } from "../../schema/notice/protocol.ts";
import { type Asset, createAssetReplies } from "../http/assets.ts";
import { createHttpServer, schemaController, whenAnswered } from "../http/http-server.ts";
import { endpointFault, hostFault, problemReply, reportProblems } from "../http/problem.ts";
import { noBody, type Reply } from "../http/reply.ts";
import { discardBody } from "../http/request-body.ts";
import { type AskedRequest, originForm, pathOf, type RequestHead, readHead } from "../http/request-head.ts";
import { send, sendBeforeBody, writeReply } from "../http/send.ts";
import { refuseUnreadable } from "../http/unreadable.ts";
import { type HealthParts, healthRoutes } from "../observe/health.ts";
import type { Metrics } from "../observe/metrics.ts";
import { makeDocument, schemaRoute } from "../visitor/document.ts";
import {
  createDocumentReplies,
  createOversizedReplies,
  createVisitorReplies,
  type NoticeParts,
  type VisitorReply,
} from "../visitor/visitor-reply.ts";

export interface Parts
  extends Omit<NoticeParts, "cache">,
    HealthParts,
    Pick<ListenerParts, "cache" | "lifecycle" | "metrics" | "requestLog"> {
  assets: Asset[];
  logger: FastifyBaseLogger;
}

/** The whole service, ready to listen: tests and production use the same one, through the same entry point. */
export function buildApp(parts: Parts): FastifyInstance {
  const { cache, logger } = parts;
  const endpoints = new Set<string>();
  const tooMany = (most: number): void =>
    logger.warn(`All ${most} connections are in use: the oldest idle ones are closed`);
  const direct = createAssetReplies(parts.assets).set(noticePath, createDocumentReplies(cache, makeDocument));
  const replies = { direct, visitor: createVisitorReplies(parts) };

  const app = fastify({
    serverFactory: (route) => {
      const ways = { ...parts, ...replies, endpoints, route };
      return createHttpServer(createListener(ways), tooMany).on("connect", createConnectListener(ways));
    },
    clientErrorHandler: refuseUnreadable(
      createUnreadableReplies({ ...parts, ...replies, oversized: createOversizedReplies(parts) }),
    ),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    schemaController,
  });
  app.addHook("onRoute", ({ url }) => void endpoints.add(url));
  reportProblems(app, cache);

  schemaRoute(app, cache);
  healthRoutes(app, parts);
  return app;
}

interface ListenerParts {
  cache: NoticeCache;
  /** The replies with the notice document and the page's built files, by path. */
  direct: ReadonlyMap<string, DirectReply>;
  visitor: (request: AskedRequest, head: RequestHead) => VisitorReply;
  /** Serves the other endpoints, whose paths are in `endpoints`. */
  route: RequestListener;
  endpoints: ReadonlySet<string>;
  /** Called with every request, before it is answered. */
  requestLog?: RequestListener | undefined;
  metrics?: Metrics | undefined;
  lifecycle: { isClosing: boolean };
}

type ReplyParts = Pick<ListenerParts, "cache" | "direct" | "visitor" | "endpoints">;

type DirectReply = (head: RequestHead) => Reply;

/** Where a request goes: only a GET or HEAD for one of our paths gets anything other than the notice. */
type Destination = DirectReply | "endpoint" | "visitor";

/**
 * Every request arrives here: it is refused if it is faulty, counted, and answered. Visitors and open pages, which send
 * nearly all requests, bypass the router.
 */
function createListener(parts: ListenerParts): RequestListener {
  const { route, requestLog, metrics, lifecycle } = parts;
  const replyTo = createReplies(parts);
  return (request, response) => {
    request.url = originForm(request.url ?? "");
    requestLog?.(request, response);
    const head = readHead(request);
    // After a request to upgrade, Node drops the next request of the connection: do not keep it alive.
    if (lifecycle.isClosing || head.hasUpgrade) response.shouldKeepAlive = false;
    const reply = replyTo(request, head);
    metrics?.observe(response, head.hasBody, reply?.variant);
    if (reply) (head.hasBody ? sendBeforeBody : send)(response, reply);
    else if (head.hasBody) discardBody(request, () => route(request, response));
    else route(request, response);
  };
}

/** Replies to CONNECT, for which Node provides a bare socket. */
function createConnectListener(parts: ListenerParts): (request: IncomingMessage, socket: Duplex) => void {
  const replyTo = createReplies({ ...parts, endpoints: new Set() });
  return (request, socket) => {
    // Node removes its own listeners from a socket that it hands over.
    socket.on("error", () => socket.destroy());
    request.socket.on("timeout", () => socket.destroy());
    whenAnswered(request.socket, () => {
      const reply = replyTo(request, readHead(request));
      if (!reply) return;
      parts.metrics?.count(reply.head.status, reply.variant);
      writeReply(socket, reply);
    });
  };
}

/**
 * Replies to requests that Node cannot read, and counts them. An unknown method or target, or large cookies, may come
 * from a visitor, who gets the notice. `oversized` makes the reply to large cookies.
 */
function createUnreadableReplies(
  parts: Omit<ReplyParts, "endpoints"> & Pick<ListenerParts, "metrics"> & { oversized: () => VisitorReply },
): (fault: NoticeError, request?: AskedRequest) => Reply {
  const { cache, metrics, oversized } = parts;
  const replyTo = createReplies({ ...parts, endpoints: new Set() });
  return (fault, request) => {
    const reply: VisitorReply =
      (request && replyTo(request, readHead(request))) ??
      (fault.code === "HEADERS_TOO_LARGE" ? oversized() : problemReply(fault, cache));
    metrics?.count(reply.head.status, reply.variant);
    return request?.method === "HEAD" ? { ...reply, body: noBody } : reply;
  };
}

/** Finds the reply to a request, or undefined if it is for one of the router's endpoints. */
function createReplies(
  parts: ReplyParts,
): (request: AskedRequest, head: RequestHead) => VisitorReply | undefined {
  const { cache, direct, visitor, endpoints } = parts;
  const destinationOf = ({ method, url = "" }: AskedRequest): Destination => {
    if (method !== "GET" && method !== "HEAD") return "visitor";
    const path = pathOf(url);
    const reply = direct.get(isPollPath(path) ? noticePath : path);
    if (reply) return reply;
    return endpoints.has(path) ? "endpoint" : "visitor";
  };
  return (request, head) => {
    const destination = destinationOf(request);
    const fault = destination === "visitor" ? hostFault(head, request) : endpointFault(head, request);
    if (fault) return problemReply(fault, cache, head.origin);
    if (destination === "endpoint") return undefined;
    return destination === "visitor" ? visitor(request, head) : destination(head);
  };
}
