import type { FastifyInstance } from "fastify";
import { sessionKeyHeader } from "../../schema/editor-api/session-key.ts";
import { noticeSchema } from "../../schema/notice/notice.ts";
import { bySignIn, described, jsonReply, open, type Paths } from "./operations.ts";
import type { EditorParts } from "./parts.ts";
import { cookieName } from "./sessions.ts";

const describeApi = described([], {
  operationId: "describeApi",
  summary: "This document",
  security: open,
  responses: { 200: jsonReply("The document", { type: "object" }) },
});

/** Describes the service to any program that asks: nothing in it is secret. */
export function openApiRoute(
  app: FastifyInstance,
  parts: Pick<EditorParts, "version" | "origin">,
  paths: Paths,
): void {
  let document: string | undefined;
  app.get("/api/openapi.json", describeApi, (_request, reply) => {
    document ??= JSON.stringify(openApi(parts, paths));
    return reply.type("application/json").send(document);
  });
}

/**
 * The description of the editor's API, made from the schemas that read its requests and write its replies.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
function openApi({ version, origin }: Pick<EditorParts, "version" | "origin">, paths: Paths): object {
  const { $schema: _, $id: __, ...notice } = noticeSchema;
  // The definition of the notice has all its rules, whichever part of them is used elsewhere.
  const schemas = { Notice: notice };
  const referring = withReferences(paths, schemas);
  return {
    openapi: "3.1.1",
    info: {
      title: "Backsoon: the editor's API",
      version,
      summary: "Change the maintenance notice, and look at its history",
      description:
        "Every error is a problem detail (RFC 9457). A wrong credential is refused even if none is needed. 412: somebody else changed the notice first. 503: the store is away, and nothing was published. 504: nobody knows yet, so send the same request again, with the same key. HEAD is answered as GET, without the body. Every reply has `Cache-Control: no-store`.",
    },
    servers: [{ url: origin }],
    security: [{ token: [] }, ...bySignIn],
    paths: referring,
    components: {
      schemas,
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A token made by `notice token create`; changes need the scope `write`",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookieName(origin),
          description: "A sign-in; such requests must come from the editor's own origin",
        },
        key: {
          type: "apiKey",
          in: "header",
          name: sessionKeyHeader,
          description: "On loopback, the key from the sign-in, without which the cookie is refused",
        },
      },
    },
  };
}

/** A copy that refers to each schema with a title and a description by its title, and defines it in `schemas`. */
function withReferences<T extends object>(value: T, schemas: Record<string, object>): T {
  const refer = (key: string, part: unknown): unknown => {
    if (key === "" || !isNamed(part)) return part;
    schemas[part.title] ??= withReferences(part, schemas);
    return { $ref: `#/components/schemas/${part.title}` };
  };
  return JSON.parse(JSON.stringify(value, refer));
}

function isNamed(value: unknown): value is { title: string } {
  const { type, title, description } = Object(value);
  return type === "object" && typeof title === "string" && typeof description === "string";
}
