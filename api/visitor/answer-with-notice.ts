import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Board } from "../../data/cache/board.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { type Answer, flat, noBody, send } from "../http/answer.ts";
import { corsPairs, isPreflight, preflightHeaders } from "../http/cors.ts";
import { noteBody } from "../http/pending-body.ts";
import { hostFault, problemAnswer } from "../http/problem.ts";
import { type RequestHead, readHead } from "../http/request-head.ts";
import { createNegotiate, type Variant } from "./negotiate.ts";
import type { Pages } from "./pages.ts";
import { retryAfter } from "./retry-after.ts";

export interface NoticeParts {
  board: Board;
  pages: Pages;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
}

/** An answer, and which variant of the notice it is, if it is one. */
type VisitorAnswer = Answer & { variant?: Variant };

/** The notice as the answer to a request. @see https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable */
function createNotice({
  board,
  pages,
  retryAfter: fallback,
}: NoticeParts): (head: RequestHead) => VisitorAnswer {
  const negotiate = createNegotiate();
  return (head) => {
    const revision = board.current();
    const now = Date.now();
    const variant = negotiate(head);
    const { headers, body } = pages.page(revision, variant, now);
    const seconds = retryAfter(revision.notice, now, fallback);
    const all = [...headers, "Retry-After", seconds, ...corsPairs(head.origin)];
    return { status: 503, headers: all, body, variant };
  };
}

/** What a visitor gets, whatever was asked. Never reads a body, never fails. */
export function createVisitorAnswer(parts: NoticeParts): (request: IncomingMessage) => VisitorAnswer {
  const notice = createNotice(parts);
  return (request) => {
    const head = readHead(request);
    if (head.hasBody) noteBody(request);
    const fault = hostFault(head, request);
    if (fault) return problemAnswer(fault, parts.board, head.origin);
    return isPreflight(request) ? preflightAnswer(request, parts.board) : notice(head);
  };
}

/** Hears in which format and language an answer is going to be sent. */
export type AnswerListener = (
  response: ServerResponse,
  variant: Pick<Variant, "language"> & { format: string },
) => void;

/** Sends visitors their answers. */
export function createAnswer(
  answerTo: (request: IncomingMessage) => VisitorAnswer,
  heard?: AnswerListener,
): RequestListener {
  return (request, response) => {
    const answer = answerTo(request);
    if (answer.variant) heard?.(response, answer.variant);
    send(response, answer);
  };
}

function preflightAnswer(request: IncomingMessage, board: Board): Answer {
  const headers = { ...preflightHeaders(request), [marker]: board.current().revision };
  return { status: 204, headers: flat(headers), body: noBody };
}
