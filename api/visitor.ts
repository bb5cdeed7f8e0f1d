import type { FastifyReply, FastifyRequest } from "fastify";
import type { Board } from "../data/board.ts";
import { marker } from "./marker.ts";
import { negotiate } from "./negotiate.ts";
import type { Pages } from "./pages.ts";
import { retryAfter } from "./retry-after.ts";

export interface VisitorParts {
  board: Board;
  pages: Pages;
  /** The page's Content-Security-Policy. */
  policy: string;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
}

/** Answers a visitor: the notice with status 503, whatever was asked. Never reads a body, never fails. */
export type Visitor = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable */
export function createVisitor({ board, pages, policy, retryAfter: fallback }: VisitorParts): Visitor {
  return ({ headers }, reply) => {
    const revision = board.current();
    const variant = negotiate(headers);
    if (variant.encoding !== "identity") reply.header("Content-Encoding", variant.encoding);
    return reply
      .code(503)
      .headers({
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": variant.language,
        "Retry-After": retryAfter(revision.notice, Date.now(), fallback),
        "Cache-Control": "no-store",
        Vary: "Accept, Accept-Encoding, Accept-Language, Origin",
        "X-Robots-Tag": "noindex",
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        [marker]: revision.revision,
      })
      .send(pages.body(revision, variant));
  };
}
