import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Revision } from "../data/store.ts";
import { createRenderer, en, type Renderer, renderBare, viewOf } from "../web/render.tsx";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import type { Encoding, Variant } from "./negotiate.ts";

/** A variant of the notice, ready to send; the headers are those that belong to the variant. */
export interface Page {
  headers: Record<string, string>;
  body: Buffer;
}

/** Every variant of the notice, rendered and compressed once for each revision. */
export interface Pages {
  page(revision: Revision, variant: Variant): Page;
}

interface PagesOptions {
  /** The built page. */
  template: string;
  /** A page could not be made, and a bare one takes its place. */
  failed(error: unknown): void;
  render?: Renderer;
}

export function createPages({ template, failed, render = createRenderer(template) }: PagesOptions): Pages {
  const policy = contentSecurityPolicy(template);
  let current: Revision | undefined;
  const texts = new Map<string, Buffer>();
  const pages = new Map<string, Page>();

  const makeText = ({ notice, revision }: Revision): Buffer => {
    const view = viewOf(notice, revision, en);
    try {
      return Buffer.from(render(view));
    } catch (error) {
      failed(error);
      return Buffer.from(renderBare(view));
    }
  };

  const makePage = (revision: Revision, { format, language, encoding }: Variant): Page => {
    const text = getOrMake(texts, `${format} ${language}`, () => makeText(revision));
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": language,
      "Content-Security-Policy": policy,
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    return { headers, body: compress(text, encoding) };
  };

  return {
    page(revision, variant) {
      if (revision !== current) {
        texts.clear();
        pages.clear();
        current = revision;
      }
      const key = `${variant.format} ${variant.language} ${variant.encoding}`;
      return getOrMake(pages, key, () => makePage(revision, variant));
    },
  };
}

function getOrMake<T>(made: Map<string, T>, key: string, make: () => T): T {
  let value = made.get(key);
  if (value === undefined) {
    value = make();
    made.set(key, value);
  }
  return value;
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
