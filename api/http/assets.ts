import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { createNegotiationMemory, type Encoding, negotiateEncoding } from "./negotiation.ts";
import { flat, type Reply } from "./reply.ts";
import type { RequestHead } from "./request-head.ts";

export interface Asset {
  path: string;
  type: string;
  bodies: Record<Encoding, Buffer>;
}

export interface Build {
  template: string;
  assets: Asset[];
}

const scriptType = "text/javascript; charset=utf-8";
const types: Record<string, string> = { ".js": scriptType };

/**
 * Reads the built page into memory once, so that a later disk failure does no harm.
 * @throws NoticeError BUILD_MISSING
 */
export function readBuild(folder: string): Build {
  const found = <T>(use: (file: string) => T, ...path: string[]): T => {
    const file = join(folder, ...path);
    try {
      return use(file);
    } catch (cause) {
      throw new NoticeError("BUILD_MISSING", { file }, { cause });
    }
  };
  const read = (...path: string[]): Buffer => found((file) => readFileSync(file), ...path);
  const template = read("index.html").toString();
  // Without these placeholders, every visitor would get an empty page.
  if (!["{{page}}", "{{data}}"].every((outlet) => template.includes(outlet))) {
    throw new NoticeError("BUILD_MISSING", { file: join(folder, "index.html") });
  }
  const names = found((file) => readdirSync(file), "assets").filter((name) => extname(name) in types);
  return {
    template,
    assets: names.map((name) => ({
      path: `/assets/${name}`,
      type: types[extname(name)] ?? "",
      bodies: {
        br: read("assets", `${name}.br`),
        gzip: read("assets", `${name}.gz`),
        identity: read("assets", name),
      },
    })),
  };
}

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

const assetHeaders = {
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
