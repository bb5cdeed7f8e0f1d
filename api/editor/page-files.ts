import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { openToEverySite } from "./guard.ts";
import type { EditorParts } from "./parts.ts";

/** The editor's built files, with a route for each exact name, compressed if possible. */
export function pageFiles(app: FastifyInstance, { folder }: Pick<EditorParts, "folder">): void {
  void app.register(async (scope) => {
    openToEverySite(scope);
    scope.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      decorateReply: false,
      // The files are small: a request for a part gets the whole.
      acceptRanges: false,
      // Every reply already says `no-store`.
      cacheControl: false,
      // The preview has routes of its own.
      globIgnore: ["**/*.br", "**/*.gz", "preview/**"],
    });
  });
}
