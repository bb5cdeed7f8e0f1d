import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { hostFault } from "../../http/problem.ts";
import { readHead } from "../../http/request-head.ts";
import type { EditorParts } from "../parts.ts";
import { replyHeaders } from "../reply-headers.ts";
import { originsOf } from "./origins.ts";

/** How often one text may have been encoded: more than programs that pass it on do, few enough to look at. */
const maxDecodings = 8;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether it is answered under whatever name it is asked for: nothing that a page could read there is worth it. */
    isForEveryHost?: boolean;
    /** Whether a page of any site may look at it: what a link leads to, and what the preview loads in its own, opaque origin. */
    isForEverySite?: boolean;
  }
}

/** Lets pages of every site look at whatever routes are added to a scope. */
export function openToEverySite(scope: FastifyInstance): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, isForEverySite: true };
  });
}

/** Refuses, before anything else, what no honest client of this editor sends; and gives every reply its headers. */
export function guardRequests(app: FastifyInstance, { origin }: Pick<EditorParts, "origin">): void {
  const origins = originsOf(origin);
  const hosts = new Set(origins.map((known) => new URL(known).host));
  const ownOrigins = new Set(origins);

  app.addHook("onRequest", async ({ raw, routeOptions }, reply) => {
    reply.headers(replyHeaders);
    // The router has decoded the path: nothing here reads it in another way.
    const { isForEveryHost = false, isForEverySite = false } = routeOptions.config ?? {};
    const isLook = raw.method === "GET" || raw.method === "HEAD";
    const fault =
      targetFault(raw) ??
      hostFault(readHead(raw), raw) ??
      (isForEveryHost ? undefined : strangeHost(raw)) ??
      (isLook && isForEverySite ? undefined : strangeSender(raw, isLook));
    if (fault) throw fault;
  });

  /** A name that leads here but is not ours: a page could read our replies under its own. */
  const strangeHost = ({ headers: { host = "" } }: IncomingMessage): NoticeError | undefined =>
    hosts.has(host.toLowerCase())
      ? undefined
      : new NoticeError("HOST_FOREIGN", { found: host.slice(0, 100), origin });

  /**
   * A browser on behalf of another page. A port is another origin of the same site, to which our cookie is sent.
   * @see https://www.w3.org/TR/fetch-metadata/
   */
  const strangeSender = ({ headers }: IncomingMessage, isLook: boolean): NoticeError | undefined => {
    const { origin: sender, cookie, "sec-fetch-site": site } = headers;
    const isOwnSite = site === undefined || site === "same-origin" || site === "none";
    const isOwnOrigin = sender === undefined || ownOrigins.has(sender);
    // An older browser says neither of a look; of a write it says one.
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

/**
 * A text without its percent-encoding, even if that was encoded again, as a redirect's target in a query is; undefined if
 * it was encoded so often that nobody knows what it says.
 */
function decode(text: string, times = maxDecodings): string | undefined {
  const decoded = text.replaceAll(/%[0-9a-f]{2}/gi, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  );
  if (decoded === text) return text;
  return times === 0 ? undefined : decode(decoded, times - 1);
}
