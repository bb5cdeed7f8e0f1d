import type { FastifyReply, FastifyRequest } from "fastify";
import type { Board } from "../data/board.ts";
import { marker } from "../schema/protocol.ts";
import { negotiate } from "./negotiate.ts";
import type { Pages } from "./pages.ts";
import { retryAfter } from "./retry-after.ts";

export interface NoticeParts {
  board: Board;
  pages: Pages;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
}

/** Answers a visitor with the notice and status 503, whatever was asked. Never reads a body, never fails. */
type AnswerWithNotice = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable */
export function createAnswer({ board, pages, retryAfter: fallback }: NoticeParts): AnswerWithNotice {
  return (request, reply) => {
    const revision = board.current();
    const { headers, body } = pages.page(revision, negotiate(request.headers));
    return reply
      .code(503)
      .headers(headers)
      .headers({
        "Retry-After": retryAfter(revision.notice, Date.now(), fallback),
        "Cache-Control": "no-store",
        Vary: "Accept, Accept-Encoding, Accept-Language, Origin",
        "X-Robots-Tag": "noindex",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        [marker]: revision.revision,
      })
      .send(body);
  };
}
