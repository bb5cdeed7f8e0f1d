import type { Revision } from "../../data/store.ts";
import { type Phase, phaseOf } from "../../schema/notice/expected-return.ts";
import { marker } from "../../schema/notice/protocol.ts";
import { localeOf } from "../../web/render.tsx";
import { compress, compressHard } from "../http/compress.ts";
import { flat, type RawHeaders } from "../http/reply.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { contentTypes, isDocument } from "./formats.ts";
import { getOrMake } from "./get-or-make.ts";
import { contentLanguage } from "./languages.ts";
import type { Variant } from "./negotiate.ts";
import { createTexts, type TextsOptions } from "./texts.ts";
import { type Page, type Pages, pageHead, pageHeaders } from "./visitor-reply.ts";

/** The rendered pages of a revision in one phase. */
interface RenderedRevision {
  revision: Revision;
  phase: Phase;
  texts: Map<string, Buffer>;
  pages: Map<Variant, Page>;
}

/** How long a page must be in use before it is compressed harder, in ms. */
const settledMs = 1000;

interface PagesOptions extends TextsOptions {
  /** The origins, besides the app's, whose pages may show the notice in a frame. */
  frameOrigins?: string[];
}

/** Renders and compresses every variant of the notice once for each revision and phase. */
export function createPages(options: PagesOptions): Pages {
  const { template, payments, brand, frameOrigins } = options;
  const makeText = createTexts(options);
  const policy = contentSecurityPolicy(template, payments !== undefined, brand?.styles, frameOrigins);
  let rendered: RenderedRevision | undefined;

  const makePage = (made: RenderedRevision, variant: Variant): Page => {
    const { format, language, formatting, encoding, sent } = variant;
    const { revision, phase, texts, pages } = made;
    const text = getOrMake(texts, `${format} ${language} ${formatting} ${sent}`, () =>
      makeText(revision, variant, phase),
    );
    const pageOf = (body: Buffer): Page => {
      const headers = headersOf(revision, variant, policy, body);
      return { headers, head: pageHead(503, headers, ""), body };
    };
    if (encoding === "br") {
      const replace = async () => void pages.set(variant, pageOf(await compressHard(text)));
      // If that fails, for example without memory, the page in use stays.
      setTimeout(() => rendered === made && void replace().catch(() => {}), settledMs).unref();
    }
    return pageOf(compress(text, encoding));
  };

  return {
    page(revision, variant, now) {
      const phase = phaseOf(revision.notice, now);
      if (rendered?.revision !== revision || rendered.phase !== phase) {
        rendered = { revision, phase, texts: new Map(), pages: new Map() };
      }
      const shown = rendered;
      return getOrMake(shown.pages, variant, () => makePage(shown, variant));
    },
  };
}

function headersOf({ number, notice }: Revision, variant: Variant, policy: string, body: Buffer): RawHeaders {
  return flat({
    "Content-Type": contentTypes[variant.format],
    "Content-Language": contentLanguage(notice, localeOf(variant.language)),
    ...(variant.encoding !== "identity" && { "Content-Encoding": variant.encoding }),
    "Content-Length": body.length,
    ...(isDocument[variant.format] && { "Content-Security-Policy": policy }),
    ...pageHeaders,
    [marker]: number,
  });
}
