import type { Revision } from "../../data/store.ts";
import { marker } from "../../schema/notice/protocol.ts";
import {
  createRenderer,
  type LiveOptions,
  localeOf,
  type PageBrand,
  type PaymentsScript,
  type Phase,
  phaseOf,
  type Renderer,
  renderBare,
  unsavedLocaleOf,
  viewOf,
} from "../../web/render.tsx";
import { compress, compressHard } from "../http/content-coding.ts";
import { corsPairs } from "../http/cors.ts";
import { documentVersion } from "../http/document-version.ts";
import { createHead, type Head, type RawHeaders } from "../http/kept-head.ts";
import { flat } from "../http/reply.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { contentTypes, renderers } from "./formats.ts";
import { getOrMake } from "./get-or-make.ts";
import { contentLanguage } from "./languages.ts";
import type { Variant } from "./negotiate.ts";

/** A variant of the notice, ready to send. */
export interface Page {
  /** The headers that are the same for everybody, whoever may read them. */
  headers: RawHeaders;
  /** The head for a request without an origin, as nearly all are. */
  head: Head;
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
  /** Absent while payments are off. */
  payments?: PaymentsScript | undefined;
  /** Absent where there is none. */
  brand?: PageBrand | undefined;
  /** Called when a page could not be rendered, and a bare one takes its place. */
  failed(error: unknown): void;
  render?: Renderer;
}

/** What has been made of a revision in one phase. */
interface RenderedRevision {
  revision: Revision;
  phase: Phase;
  texts: Map<string, Buffer>;
  pages: Map<Variant, Page>;
}

/** How long a page must be in use before it is worth making as small as it gets, in ms. */
const settledMs = 1000;

export function createPages({
  template,
  live,
  payments,
  brand,
  failed,
  render = createRenderer(template, live, { payments, brand }),
}: PagesOptions): Pages {
  const policy = contentSecurityPolicy(template, payments !== undefined, brand?.styles);
  let rendered: RenderedRevision | undefined;

  const makeText = (revision: Revision, variant: Variant, phase: Phase): Buffer => {
    const { format, language, formatting, isUnsaved } = variant;
    const { notice } = revision;
    const locale = (isUnsaved ? unsavedLocaleOf : localeOf)(language, formatting);
    const view = viewOf(notice, documentVersion(revision), locale, phase);
    try {
      return Buffer.from(format === "html" ? render(view) : renderers[format](view, notice, brand?.name));
    } catch (error) {
      failed(error);
      return Buffer.from(renderBare(view, brand));
    }
  };

  const makePage = (made: RenderedRevision, variant: Variant): Page => {
    const { format, language, formatting, encoding, isUnsaved } = variant;
    const { revision, phase, texts, pages } = made;
    const text = getOrMake(texts, `${format} ${language} ${formatting} ${isUnsaved}`, () =>
      makeText(revision, variant, phase),
    );
    const pageOf = (body: Buffer): Page => {
      const headers = headersOf(revision, variant, policy, body);
      return { headers, head: pageHead(503, headers, ""), body };
    };
    if (encoding === "br") {
      const replace = async () => void pages.set(variant, pageOf(await compressHard(text)));
      setTimeout(() => rendered === made && void replace(), settledMs).unref();
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

/** The head of a page for the origin that asks, empty if it does not say; when to come back differs from reply to reply. */
export function pageHead(status: number, headers: RawHeaders, origin: string): Head {
  return createHead(status, [...headers, ...corsPairs(origin)], "Retry-After");
}

function headersOf({ number, notice }: Revision, variant: Variant, policy: string, body: Buffer): RawHeaders {
  return flat({
    "Content-Type": contentTypes[variant.format],
    "Content-Language": contentLanguage(notice, localeOf(variant.language)),
    ...(variant.encoding !== "identity" && { "Content-Encoding": variant.encoding }),
    "Content-Length": body.length,
    "Content-Security-Policy": policy,
    "Cache-Control": "no-store",
    Vary: "Accept, Accept-Encoding, Accept-Language, Origin",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    [marker]: number,
  });
}
