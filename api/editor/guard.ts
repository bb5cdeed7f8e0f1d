import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { type Deadline, deadlineIn, inTime } from "../../data/deadline.ts";
import { object } from "../../schema/editor-api/parts.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import { hostFault } from "../http/problem.ts";
import { readHead } from "../http/request-head.ts";
import { jsonReply, type Operation, open } from "./operations.ts";
import type { EditorParts } from "./parts.ts";
import { replyHeaders } from "./problem.ts";

/** How many times a target may be percent-encoded: more than programs that pass it on do so. */
const maxDecodings = 8;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route answers under any host name, as its replies hold nothing secret. */
    isForEveryHost?: boolean;
    /**
     * Whether pages of any site may GET it: the page that a link opens, and the preview's files, as its origin is
     * opaque.
     */
    isForEverySite?: boolean;
  }
}

/** Lets pages of every site GET all routes that are added to a scope. */
export function openToEverySite(scope: FastifyInstance): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, isForEverySite: true };
  });
}

/** Refuses requests that no honest client of this editor sends, and gives every reply its headers. */
export function guardRequests(app: FastifyInstance, { origin }: Pick<EditorParts, "origin">): void {
  const origins = originsOf(origin);
  const hosts = new Set(origins.map((known) => new URL(known).host));
  const ownOrigins = new Set(origins);

  app.addHook("onRequest", async ({ raw, routeOptions }, reply) => {
    reply.headers(replyHeaders);
    // This is the route that the router found, so that the path is never decoded in a second way.
    const { isForEveryHost = false, isForEverySite = false } = routeOptions.config ?? {};
    const isLook = raw.method === "GET" || raw.method === "HEAD";
    let fault = targetFault(raw) ?? hostFault(readHead(raw), raw);
    if (!isForEveryHost) fault ??= strangeHost(raw);
    if (!(isLook && isForEverySite)) fault ??= strangeSender(raw, isLook);
    if (fault) throw fault;
  });

  /** A host name that leads here but is not ours: a page under that name could read our replies. */
  const strangeHost = ({ headers: { host = "" } }: IncomingMessage): NoticeError | undefined =>
    // A proxy may name the usual port.
    hosts.has(host.toLowerCase().replace(/:443$/, ""))
      ? undefined
      : new NoticeError("HOST_FOREIGN", { found: host.slice(0, 100), origin });

  /**
   * A request that a browser sends on behalf of another page. Another port is another origin of the same site, to which
   * our cookie is sent.
   * @see https://www.w3.org/TR/fetch-metadata/
   */
  const strangeSender = ({ headers }: IncomingMessage, isLook: boolean): NoticeError | undefined => {
    const { origin: sender, cookie, "sec-fetch-site": site } = headers;
    const isOwnSite = site === undefined || site === "same-origin" || site === "none";
    const isOwnOrigin = sender === undefined || ownOrigins.has(sender);
    // An older browser sends neither header with a GET; with a write it sends `Origin`.
    const isUnsaid = !isLook && cookie !== undefined && site === undefined && sender === undefined;
    return isOwnSite && isOwnOrigin && !isUnsaid ? undefined : new NoticeError("ORIGIN_FOREIGN", { origin });
  };
}

function targetFault({ url = "" }: IncomingMessage): NoticeError | undefined {
  if (!url.startsWith("/"))
    return new NoticeError("REQUEST_INVALID", { reason: "The request's target is not a path: send a path." });
  const decoded = decode(url);
  if (decoded === undefined) {
    const reason = `The request's target is percent-encoded more than ${maxDecodings} times: encode it once.`;
    return new NoticeError("REQUEST_INVALID", { reason });
  }
  return /bsn_\w/.test(decoded) ? new NoticeError("TOKEN_IN_URL", {}) : undefined;
}

/** Removes percent-encoding, even if it is nested, as in a redirect's target; undefined if it is nested too deeply. */
function decode(text: string, times = maxDecodings): string | undefined {
  const decoded = text.replaceAll(/%[0-9a-f]{2}/gi, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  );
  if (decoded === text) return text;
  return times === 0 ? undefined : decode(decoded, times - 1);
}

/** The origins under which browsers may find the editor: on loopback, the machine has several names. */
function originsOf(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  if (!isLoopback(hostname)) return [origin];
  const names = new Set([hostname, "127.0.0.1", "localhost", "[::1]"]);
  return [...names].map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/**
 * Refuses requests without a route, before their bodies are read: 405 if the path has other methods, else 404.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
 */
export function refuseUnrouted(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    const { method, url } = request;
    const allowed = app.supportedMethods.filter((known) => app.findRoute({ method: known, url }));
    if (allowed.length === 0) throw new NoticeError("PATH_UNKNOWN", {});
    reply.header("Allow", allowed.join(", "));
    throw new NoticeError("METHOD_WRONG", { method, allowed });
  });
}

const alive = object(["status"], { status: { const: "alive" } });
const checkHealth: Operation = {
  operationId: "checkHealth",
  summary: "Whether the editor can answer, under any host name",
  security: open,
  responses: { 200: jsonReply("The editor can answer", alive) },
};

/** Says that the editor answers. Probes ask by address, or by a name of their own. */
export function healthRoute(app: FastifyInstance): void {
  const config = { isForEveryHost: true, isForEverySite: true, openapi: checkHealth };
  app.get("/healthz", { config }, async () => ({ status: "alive" }));
}

/** How many wrong credentials an address may send within a period, and how long that is, in ms. */
const maxWrong = 10;
const periodMs = 60_000;
/** How many addresses are remembered at most; the oldest is forgotten first. */
const maxAddresses = 10_000;

/** Counts a wrong credential of an address. Returns the error to refuse it with: its own, or TOO_MANY_WRONG. */
type RefuseCredential = (address: string, error: NoticeError) => NoticeError;

/** Limits wrong credentials by address. Right ones are never counted, as on loopback all clients share one address. */
export function createRefuseCredential(now: () => Date): RefuseCredential {
  /** When each address was wrong within the last period; the address that was wrong most recently comes last. */
  const times = new Map<string, number[]>();
  return (address, error) => {
    const time = now().getTime();
    const isRecent = (at: number | undefined): boolean => at !== undefined && time - at < periodMs;
    for (const [other, wrong] of times) {
      if (isRecent(wrong.at(-1))) break;
      times.delete(other);
    }
    const wrong = (times.get(address) ?? []).filter(isRecent);
    if (wrong.length >= maxWrong) return new NoticeError("TOO_MANY_WRONG", {});
    times.delete(address);
    times.set(address, [...wrong, time]);
    const [first] = times.keys();
    if (times.size > maxAddresses && first !== undefined) times.delete(first);
    return error;
  };
}

declare module "fastify" {
  interface FastifyRequest {
    /** The time by which the reply is to be decided. */
    deadline: Deadline;
    /** Waits for work that several requests share, until this request's deadline; then rejects with STORE_LATE. */
    inTime<T>(work: Promise<T>): Promise<T>;
  }
}

/** Gives each request a deadline, for everything that is asked of the store on its behalf. */
export function limitTime(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    request.deadline = deadlineIn();
    request.inTime = (work) => inTime(work, request.deadline, () => new NoticeError("STORE_LATE", {}));
  });
  // The deadline pauses while the body arrives: that time is the client's.
  app.addHook("preParsing", async (request) => {
    const leftMs = request.deadline.timeLeftMs();
    request.deadline = { timeLeftMs: () => leftMs };
  });
  app.addHook("preValidation", async (request) => {
    request.deadline = deadlineIn(request.deadline.timeLeftMs());
  });
}
