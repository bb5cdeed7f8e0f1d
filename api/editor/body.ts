import type { FastifyInstance } from "fastify";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { showValue } from "../../schema/text/show-value.ts";
import { readHead } from "../http/request-head.ts";

/** Reads bodies of JSON, as strictly as every document is read; any other type or coding is refused with 415. */
export function readBodies(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ raw }, reply) => {
    const { "content-encoding": codings = "" } = raw.headers;
    if (!readHead(raw).hasBody || codings.split(",").every(isIdentity)) return;
    // @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
    reply.header("Accept-Encoding", "identity");
    throw new NoticeError("CONTENT_CODING_WRONG", { found: showValue(codings) });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "application/merge-patch+json"],
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
}

function isIdentity(coding: string): boolean {
  return /^\s*(?:identity\s*)?$/i.test(coding);
}
