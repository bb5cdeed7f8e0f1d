import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Revision } from "../data/store.ts";
import { en, type NoticeView, type Renderer, renderBare, viewOf } from "../web/render.tsx";
import type { Encoding, Variant } from "./negotiate.ts";

/** Every variant of the notice, each rendered and compressed once for each revision. */
export interface Pages {
  body(revision: Revision, variant: Variant): Buffer;
}

/** A page that cannot be made is told of with `failed`, and a bare one takes its place. */
export function createPages(render: Renderer, failed: (error: unknown) => void): Pages {
  let current: Revision | undefined;
  const bodies = new Map<string, Buffer>();

  const html = (view: NoticeView): string => {
    try {
      return render(view);
    } catch (error) {
      failed(error);
      return renderBare(view);
    }
  };
  const make = ({ notice, revision }: Revision, { encoding }: Variant): Buffer =>
    compress(Buffer.from(html(viewOf(notice, revision, en))), encoding);

  return {
    body(revision, variant) {
      if (revision !== current) {
        bodies.clear();
        current = revision;
      }
      const key = `${variant.format} ${variant.language} ${variant.encoding}`;
      let body = bodies.get(key);
      if (!body) {
        body = make(revision, variant);
        bodies.set(key, body);
      }
      return body;
    },
  };
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  switch (encoding) {
    case "br":
      return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
    case "gzip":
      return gzipSync(body, { level: constants.Z_BEST_COMPRESSION });
    case "identity":
      return body;
  }
}
