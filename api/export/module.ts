import type { Revision } from "../../data/store.ts";
import { englishForms } from "../../schema/languages/english-forms.ts";
import { type Distance, phaseOf, readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { noticePath, versionName } from "../../schema/notice/protocol.ts";
import { dayMs } from "../../schema/text/minute.ts";
import { type LiveOptions, locales, type PageBrand } from "../../web/render.tsx";
import { type EdgeFile, type EdgeNotice, nameOf } from "../edge/reply.ts";
import { assetReply, type Build } from "../http/assets.ts";
import type { Reply } from "../http/reply.ts";
import { makeDocument, schemaReply } from "../visitor/document.ts";
import { type Format, getOrMake, hasTimes, type Variant } from "../visitor/negotiate.ts";
import { contentTypes, createPages, findPaymentsScript } from "../visitor/pages.ts";
import type { Pages } from "../visitor/visitor-reply.ts";

/** Seconds between two polls by a page: the host counts, and charges for, each request. */
const pollSeconds = 60;
/** A number of days at each distance. */
const daysAt: Record<Distance, number> = { week: 2, days: 20, months: 200 };

export interface ModuleOptions {
  /** The built program of `api/edge`. */
  program: string;
  build: Build;
  live: LiveOptions;
  retryAfter: number;
  corsOrigins: string[];
  frameOrigins: string[];
  /** Absent while payments are off. */
  paymentsKey: string | undefined;
  brand: PageBrand | undefined;
  /** Called when a page could not be rendered, and a bare one takes its place. */
  failed(error: unknown): void;
}

/** The text of a module: the notice, and the program that replies with it. @throws NoticeError BUILD_MISSING */
export function makeModule(revision: Revision, { program, ...options }: ModuleOptions): string {
  const notice = makeEdgeNotice(revision, options);
  return `// The notice, revision ${versionName(notice.document.version)}, for an edge: the next export overwrites it.
const backsoonNotice = ${JSON.stringify(notice)};
${program}`;
}

/** Everything that a module needs to reply with a revision as the service does. @throws NoticeError BUILD_MISSING */
export function makeEdgeNotice(
  revision: Revision,
  { build, ...options }: Omit<ModuleOptions, "program">,
): EdgeNotice {
  const { assets, template } = build;
  const { paymentsKey, retryAfter, corsOrigins } = options;
  const live = { ...options.live, pollSeconds };
  const payments = findPaymentsScript(assets, paymentsKey);
  const pages = createPages({ ...options, template, live, payments });
  const { number, notice, createdAt } = revision;
  // No reply contains the author.
  const own = { number, notice, createdAt, author: "" };
  const { version, etag, encode } = makeDocument(own);
  const document = encode("identity");
  return {
    revision: own,
    document: { ...document, version, etag, body: textOf(document.body) },
    files: Object.fromEntries([
      [`${noticePath}/schema`, fileOf(schemaReply, true)],
      ...assets.map((asset) => [asset.path, fileOf(assetReply(asset, "identity"), false)]),
    ]),
    retryAfter,
    corsOrigins,
    ...allPages(own, pages),
  };
}

function textOf(body: Uint8Array): string {
  return Buffer.from(body).toString();
}

function fileOf({ head, body }: Reply, isEndpoint: boolean): EdgeFile {
  return { headers: head.headers, body: textOf(body), isEndpoint };
}

/** Every page in every phase, split into parts. A part that several pages share is kept once. */
function allPages(revision: Revision, made: Pages): Pick<EdgeNotice, "parts" | "pages"> {
  const parts = new Map<string, number>();
  const pages: EdgeNotice["pages"] = {};
  for (const now of momentsOf(revision.notice)) {
    const named = variants.map((variant) => {
      const { headers, body } = made.page(revision, variant, now);
      const head = headers.filter((_, at) => headers[at - (at % 2)] !== "Content-Length");
      const texts = [JSON.stringify(head), ...textOf(body).split(/(?=<|,")/)];
      return [nameOf(variant), texts.map((text) => getOrMake(parts, text, () => parts.size))];
    });
    pages[phaseOf(revision.notice, now)] = Object.fromEntries(named);
  }
  return { parts: [...parts.keys()], pages };
}

/** A moment in each phase that the notice may enter, in ms since the epoch. */
function momentsOf({ expectedReturn = "" }: Notice): number[] {
  const expected = readExpectedReturn(expectedReturn);
  if (expected.kind === "text") return [0];
  return Object.values(daysAt)
    .flatMap((days) => [-days, days])
    .map((days) => expected.time.getTime() + days * dayMs);
}

const forms = [...new Set(Object.values(englishForms))];

const variants = (Object.keys(contentTypes) as Format[]).flatMap((format) => {
  const inForms = hasTimes(format) ? forms.map((formatting) => ({ language: "en", formatting })) : [];
  const wanted = [...locales.map(({ tag }) => ({ language: tag })), ...inForms];
  return wanted.flatMap((wanted): Variant[] => {
    const variant = { ...wanted, format, encoding: "identity" } as const;
    if (format === "fragment") return [variant];
    return [variant, ...(["lost", "unsure"] as const).map((sent) => ({ ...variant, sent }))];
  });
});
