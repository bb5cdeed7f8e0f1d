import type { FastifyRequest } from "fastify";
import { defaultWaitMs, faultsOfNodes } from "../../data/nodes.ts";
import {
  type NextNotice,
  type Outcome,
  outcomeInJson,
  type Precondition,
  type PublishRequest,
  publish,
  whatever,
} from "../../data/publish.ts";
import { warnOfDocument } from "../../schema/advice/advice.ts";
import { asDoubts, judgeDocument, type TypedAt, typedHere } from "../../schema/advice/typed-return.ts";
import { type dryRun, idempotencyKey } from "../../schema/editor-api/parameters.ts";
import type { Unsent } from "../../schema/editor-api/parts.ts";
import { type WriteOutcome, writeOutcomeSchema } from "../../schema/editor-api/write-outcome.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { sha256 } from "../../schema/notice/hash.ts";
import {
  formatEntityTag,
  isEntityTagOf,
  namesDocument,
  parseEntityTags,
} from "../../schema/notice/protocol.ts";
import { documentVersion, type Numbered } from "../http/document-version.ts";
import { assertWanted, credentialOf } from "./access.ts";
import { jsonReply } from "./operations.ts";
import type { EditorParts } from "./parts.ts";

export const writtenReply = jsonReply("It is published, or there was nothing to change", writeOutcomeSchema);

interface RequestedChange {
  next: NextNotice;
  needsMatch?: boolean;
  /** Whether it was published before: then the rules for newly typed text do not apply. */
  isRepublished?: boolean;
  /** What else to do right before it is written. */
  beforeWrite?: PublishRequest["beforeWrite"];
  /** Whether it only asks what would change; its `If-Match` is not read. */
  isQuestion?: boolean;
}

export type WriteHandler = ReturnType<typeof createWrite>;

/**
 * Makes the handler of every request for a change, dry runs included. A retry with its key gets the revision that it
 * made. Otherwise the precondition is checked first, then the document.
 * @throws NoticeError REQUEST_INVALID, REQUEST_REUSED, IF_MATCH_MISSING, NOTICE_CHANGED, NOTICE_INVALID, NOT_PUBLISHED,
 * PUBLISH_UNCONFIRMED
 */
export function createWrite(parts: EditorParts) {
  return (request: FastifyRequest, change: RequestedChange): Promise<Unsent<WriteOutcome>> =>
    publishFor(parts, request, change).catch(throwInWords);
}

/**
 * The id of a change by its sender and its `Idempotency-Key`: a UUID, which reveals neither. Undefined without a key.
 * @throws NoticeError REQUEST_INVALID
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
export function readRequestId(request: FastifyRequest): string | undefined {
  const key = request.headers[idempotencyKey.name.toLowerCase()];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !new RegExp(idempotencyKey.schema.pattern).test(key)) {
    const reason = "An Idempotency-Key has 1 to 255 visible ASCII characters: send a UUID, for example.";
    throw new NoticeError("REQUEST_INVALID", { reason });
  }
  const hash = sha256(JSON.stringify([credentialOf(request).name, key]));
  const variant = "89ab".charAt(Number.parseInt(hash.charAt(16), 16) % 4);
  return `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`.replace(
    /^(.{8})(.{4})(.{4})(.{4})/,
    "$1-$2-$3-$4-",
  );
}

/** Publishes what a request asks for, or finds out what would be published. */
async function publishFor(
  parts: EditorParts,
  request: FastifyRequest,
  { next, needsMatch = false, isRepublished = false, isQuestion = false, beforeWrite }: RequestedChange,
): Promise<Unsent<WriteOutcome>> {
  const at = typedHere(parts.now());
  // A route without that parameter publishes nothing.
  const isDry = (request.query as { [dryRun.name]?: boolean })["dry-run"] !== false;
  const publication = await publish(
    parts,
    {
      dryRun: isDry,
      requestId: readRequestId(request),
      author: credentialOf(request).name,
      precondition: isQuestion ? whatever : preconditionOf(request.headers["if-match"], needsMatch),
      beforeWrite: (...args) => assertWanted(request).then(() => beforeWrite?.(...args)),
      deadline: request.deadline,
      waitMs: defaultWaitMs,
      judge: (document, standing) => {
        const verdict = judgeDocument(document, at, standing);
        return isRepublished ? asDoubts(verdict) : verdict;
      },
    },
    next,
  );
  const outcome = outcomeReply(publication, at);
  return isDry ? { ...outcome, difference: publication.changes } : outcome;
}

/** Throws an error of the store in words for a program that asked for a change. */
function throwInWords(cause: unknown): never {
  if (isNoticeError(cause, "STORE_UNCONFIRMED")) throw new NoticeError("PUBLISH_UNCONFIRMED", {}, { cause });
  if (!isNoticeError(cause) || cause.status !== 503) throw cause;
  throw new NoticeError("NOT_PUBLISHED", { reason: cause.message }, { cause });
}

function outcomeReply(publication: Outcome, at: TypedAt): Unsent<WriteOutcome> {
  const { number, predecessor, published } = publication;
  const latest = published ?? (predecessor.notice && { number, notice: predecessor.notice });
  return {
    ...outcomeInJson(publication),
    etag: latest && tagOf(latest),
    warnings: [...(latest ? [] : [warnOfDamage(number)]), ...warningsOf(publication, at)],
  };
}

function warnOfDamage(number: number): string {
  return `Revision ${number}, the latest, is damaged, so nothing can be compared with it: every field counts as new, and a change with If-Match needs \`If-Match: *\`.`;
}

function warningsOf(publication: Outcome, at: TypedAt): string[] {
  const { number, nodes, doubts = [] } = publication;
  const { fault, warning } = faultsOfNodes(nodes, number);
  return [
    ...doubts,
    ...warnOfDocument(publication, at),
    ...[fault, warning].flatMap((found) => found?.message ?? []),
  ];
}

const missing: Precondition = () => {
  throw new NoticeError("IF_MATCH_MISSING", {});
};

export function tagOf(revision: Numbered): string {
  return formatEntityTag(documentVersion(revision));
}

/** Whether an `If-None-Match` names a revision, in any content coding. */
export function isNamed(ifNoneMatch: string, revision: Numbered): boolean {
  return namesDocument(ifNoneMatch, documentVersion(revision));
}

/**
 * The precondition of a change, by its `If-Match`. A tag matches in any content coding, but a weak tag never does. A
 * damaged notice has no tag: only `*` matches it. The error has the current tag.
 * @throws NoticeError REQUEST_INVALID at once; IF_MATCH_MISSING (428), NOTICE_CHANGED (412) when it is checked
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
function preconditionOf(ifMatch: string | undefined, isRequired: boolean): Precondition {
  if (ifMatch === undefined) return isRequired ? missing : whatever;
  const expected = parseEntityTags(ifMatch);
  if (!expected) {
    const reason =
      "If-Match is neither * nor a list of entity tags: send the ETag of the notice as it came, with its quotes.";
    throw new NoticeError("REQUEST_INVALID", { reason });
  }
  return ({ number, notice }) => {
    const version = notice && documentVersion({ number, notice });
    const isMatched = (tag: string) => version && !tag.startsWith("W/") && isEntityTagOf(tag, version);
    if (expected === "*" || expected.some(isMatched)) return;
    const etag = version && formatEntityTag(version);
    throw new NoticeError("NOTICE_CHANGED", { etag }, { etag });
  };
}
