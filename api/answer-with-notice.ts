import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Board } from "../data/board.ts";
import { marker } from "../schema/protocol.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./cors.ts";
import { createNegotiate } from "./negotiate.ts";
import type { Pages } from "./pages.ts";
import { retryAfter } from "./retry-after.ts";

export interface NoticeParts {
  board: Board;
  pages: Pages;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
}

/** An answer, whatever it is sent with. */
interface Answer {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** The notice as the answer to a request with these headers. @see https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable */
export function createNotice({
  board,
  pages,
  retryAfter: fallback,
}: NoticeParts): (headers: IncomingHttpHeaders) => Answer {
  const negotiate = createNegotiate();
  return (headers) => {
    const revision = board.current();
    const now = Date.now();
    const page = pages.page(revision, negotiate(headers), now);
    return {
      status: 503,
      headers: {
        ...page.headers,
        "Retry-After": retryAfter(revision.notice, now, fallback),
        "Cache-Control": "no-store",
        Vary: "Accept, Accept-Encoding, Accept-Language, Origin",
        "X-Robots-Tag": "noindex",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        ...corsHeaders(headers),
        [marker]: revision.revision,
      },
      body: page.body,
    };
  };
}

/** Answers a visitor with the notice, whatever was asked. Never reads a body, never fails. */
type AnswerWithNotice = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function createAnswer(notice: ReturnType<typeof createNotice>, board: Board): AnswerWithNotice {
  return ({ raw }, reply) => {
    if (isPreflight(raw)) {
      const { revision } = board.current();
      return reply
        .code(204)
        .headers({ ...preflightHeaders(raw), [marker]: revision })
        .send();
    }
    const { status, headers, body } = notice(raw.headers);
    return reply.code(status).headers(headers).send(body);
  };
}
