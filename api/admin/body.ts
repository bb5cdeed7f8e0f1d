import type { FastifyInstance } from "fastify";
import { parseJson } from "../../schema/json/json.ts";

/** Reads bodies of JSON, as strictly as every document is read; any other type is refused with 415. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "application/merge-patch+json"],
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
}
