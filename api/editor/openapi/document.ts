import { sessionKeyHeader } from "../../../schema/editor-api/session.ts";
import { schemasFor, writeWithReferences } from "./components.ts";
import { noticePaths } from "./notice-paths.ts";
import { otherPaths } from "./other-paths.ts";
import { responses } from "./problem-replies.ts";
import { proposalPaths } from "./proposal-paths.ts";
import { revisionPaths } from "./revision-paths.ts";

interface Described {
  /** The version of the product. */
  version: string;
  /** Where the editor is. */
  origin: string;
  /** The name of the session's cookie. */
  cookie: string;
  /** Whether a chat model is set up. */
  hasProposals: boolean;
}

/**
 * What the editor's service can be asked, as a JSON text: made of the very schemas that requests are read by and replies
 * are written by.
 * @see https://spec.openapis.org/oas/v3.1.1
 */
export function openApiJson({ version, origin, cookie, hasProposals }: Described): string {
  return writeWithReferences({
    openapi: "3.1.1",
    info: {
      title: "Backsoon: the editor's API",
      version,
      summary: "Change the maintenance notice, and look at its history",
      description:
        "Every error is a problem detail (RFC 9457). A request with a wrong credential is refused even where none is needed. A method that a path does not have is answered as MethodNotAllowed says, and a path that is not listed here with 404; HEAD is answered as GET, without the body.",
    },
    servers: [{ url: origin }],
    security: [{ token: [] }, { session: [], key: [] }],
    paths: { ...noticePaths, ...revisionPaths, ...(hasProposals && proposalPaths), ...otherPaths },
    components: {
      schemas: schemasFor(hasProposals),
      responses,
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A token of `notice token create`; scope `write` for changes",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookie,
          description:
            "A session, with its key alone; what comes with it must come from the editor's own origin",
        },
        key: {
          type: "apiKey",
          in: "header",
          name: sessionKeyHeader,
          description: "The key that the sign-in gave, without which the cookie is worth nothing",
        },
      },
    },
  });
}
