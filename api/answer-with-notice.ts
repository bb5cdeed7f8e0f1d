import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Board } from "../data/board.ts";
import { marker } from "../schema/protocol.ts";
import { type Answer, send } from "./answer.ts";
import { corsHeaders, isPreflight, preflightHeaders } from "./cors.ts";
import { createNegotiate } from "./negotiate.ts";
import type { Pages } from "./pages.ts";
import { faultOf, problemAnswer } from "./problem.ts";
import { retryAfter } from "./retry-after.ts";

export interface NoticeParts {
  board: Board;
  pages: Pages;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
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

/** Hears of an answer before it is sent. */
export type AnswerListener = (response: ServerResponse, answer: Answer) => void;

/** Answers a visitor with the notice, whatever was asked. Never reads a body, never fails. */
export function createAnswer(
  notice: ReturnType<typeof createNotice>,
  board: Board,
  answering?: AnswerListener,
): RequestListener {
  const answerTo = (request: IncomingMessage): Answer => {
    const fault = faultOf(request);
    if (fault) return problemAnswer(fault, board, request.headers);
    return isPreflight(request) ? preflightAnswer(request, board) : notice(request.headers);
  };
  return (request, response) => {
    const answer = answerTo(request);
    answering?.(response, answer);
    send(response, answer);
  };
}

function preflightAnswer(request: IncomingMessage, board: Board): Answer {
  const headers = { ...preflightHeaders(request), [marker]: board.current().revision };
  return { status: 204, headers };
}
