import { type Encoding, negotiateEncoding } from "../http/content-coding.ts";
import { createNegotiationMemory } from "../http/negotiation-memory.ts";
import { flat, type Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request-head.ts";
import type { Asset } from "./build.ts";
import { assetHeaders } from "./routes.ts";

/**
 * Makes the reply to each of the page's built files, by its exact path. Every new visitor asks for one, and the router
 * would double the time.
 */
export function createAssetReplies(assets: Asset[]): Map<string, (head: RequestHead) => Reply> {
  const negotiate = createNegotiationMemory(negotiateEncoding);
  return new Map(
    assets.map((asset) => {
      const replies = {
        br: assetReply(asset, "br"),
        gzip: assetReply(asset, "gzip"),
        identity: assetReply(asset, "identity"),
      };
      return [asset.path, ({ acceptEncoding }) => replies[negotiate(acceptEncoding)]];
    }),
  );
}

/** The reply with a built file in a content coding. */
export function assetReply({ type, bodies }: Asset, encoding: Encoding): Reply {
  const body = bodies[encoding];
  const headers = {
    "Content-Type": type,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    "Content-Length": body.length,
    ...assetHeaders,
  };
  return { head: { status: 200, headers: flat(headers) }, body };
}
