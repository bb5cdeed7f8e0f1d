import type { FastifyInstance } from "fastify";
import { negotiateEncoding } from "../http/content-coding.ts";
import type { Asset } from "./build.ts";

/** The headers that every built file has. */
export const assetHeaders = {
  "Cache-Control": "public, max-age=31536000, immutable",
  Vary: "Accept-Encoding",
  "X-Content-Type-Options": "nosniff",
};

/** The page's built files, with a route for each exact name, so that no path from a request reaches the file system. */
export function assetRoutes(app: FastifyInstance, { assets }: { assets: Asset[] }): void {
  for (const { path, type, bodies } of assets) {
    app.get(path, (request, reply) => {
      const encoding = negotiateEncoding(String(request.headers["accept-encoding"] ?? ""));
      if (encoding !== "identity") reply.header("Content-Encoding", encoding);
      return reply.headers({ "Content-Type": type, ...assetHeaders }).send(bodies[encoding]);
    });
  }
}
