import type { Revision } from "../../data/store.ts";
import type { Phase } from "../../schema/notice/expected-return.ts";
import type { RawHeaders } from "../http/reply.ts";
import type { CodedDocument, NoticeDocument } from "../visitor/document-reply.ts";
import type { Variant } from "../visitor/negotiate.ts";

/** A file of ours. The reply with an endpoint's file also has the headers of CORS. */
export interface EdgeFile {
  headers: RawHeaders;
  body: string;
  isEndpoint: boolean;
}

/** The data of a module: the export computes it and writes it in front of the program. */
export interface EdgeNotice {
  revision: Revision;
  /** The document, as the service sends it. */
  document: Pick<NoticeDocument, "version" | "etag"> & Omit<CodedDocument, "body"> & { body: string };
  /** The page's script and the schema, by path. */
  files: Record<string, EdgeFile>;
  /** Seconds for Retry-After while no return time is known. */
  retryAfter: number;
  corsOrigins: string[];
  /** The parts of all pages, each once: languages and phases share most of them. */
  parts: string[];
  /**
   * The pages by phase and variant. Each page is a list of indexes into `parts`: the first part has the headers as JSON,
   * without Content-Length, and the others make the body.
   */
  pages: Partial<Record<Phase, Record<string, number[]>>>;
}

/** The name of a variant in `pages`. It has no coding: the platform chooses that. */
export function nameOf({ format, language, formatting, sent }: Variant): string {
  return [format, language, formatting, sent].filter(Boolean).join(" ");
}
