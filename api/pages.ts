import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Revision } from "../data/store.ts";
import {
  createRenderer,
  type LiveOptions,
  locales,
  type Phase,
  phaseOf,
  type Renderer,
  renderBare,
  viewOf,
} from "../web/render.tsx";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { contentTypes, renderProblem, renderText } from "./formats.ts";
import type { Encoding, Variant } from "./negotiate.ts";

/** A variant of the notice, ready to send; the headers are those that belong to the variant. */
export interface Page {
  headers: Record<string, string>;
  body: Buffer;
}

/** Every variant of the notice, rendered and compressed once for each revision and phase. */
export interface Pages {
  /** `now` is in ms since the epoch. */
  page(revision: Revision, variant: Variant, now: number): Page;
}

interface PagesOptions {
  /** The built page. */
  template: string;
  live: LiveOptions;
  /** A page could not be made, and a bare one takes its place. */
  failed(error: unknown): void;
  render?: Renderer;
}

const [english] = locales;

export function createPages({
  template,
  live,
  failed,
  render = createRenderer(template, live),
}: PagesOptions): Pages {
  const policy = contentSecurityPolicy(template);
  let current: Revision | undefined;
  const texts = new Map<string, Buffer>();
  const pages = new Map<string, Page>();

  const makeText = ({ notice, revision }: Revision, { format, language }: Variant, phase: Phase): Buffer => {
    const locale = locales.find(({ tag }) => tag === language) ?? english;
    const view = viewOf(notice, revision, locale, phase);
    try {
      if (format === "json") return Buffer.from(renderProblem(view, notice));
      return Buffer.from(format === "text" ? renderText(view) : render(view));
    } catch (error) {
      failed(error);
      return Buffer.from(renderBare(view));
    }
  };

  const makePage = (revision: Revision, variant: Variant, phase: Phase): Page => {
    const { format, language, encoding } = variant;
    const text = getOrMake(texts, `${format} ${language} ${phase}`, () => makeText(revision, variant, phase));
    const headers = {
      "Content-Type": contentTypes[format],
      "Content-Language": language,
      "Content-Security-Policy": policy,
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    return { headers, body: compress(text, encoding) };
  };

  return {
    page(revision, variant, now) {
      if (revision !== current) {
        texts.clear();
        pages.clear();
        current = revision;
      }
      const phase = phaseOf(revision.notice, now);
      const key = `${variant.format} ${variant.language} ${variant.encoding} ${phase}`;
      return getOrMake(pages, key, () => makePage(revision, variant, phase));
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
