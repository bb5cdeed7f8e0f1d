import type { Revision } from "../../data/store.ts";
import type { Phase } from "../../schema/notice/phase.ts";
import type { CodedDocument, NoticeDocument } from "../visitor/document-reply.ts";
import type { Variant } from "../visitor/negotiate.ts";

/** A file of ours; that of an endpoint also says who may read it. */
export interface EdgeFile {
  headers: Record<string, string>;
  body: string;
  isEndpoint: boolean;
}

/** Everything that a module replies with: the export computes it, and puts it before the program. */
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
  /** By phase and variant: the number of the part that has its headers, as JSON, but for the length; then of its text's. */
  pages: Partial<Record<Phase, Record<string, number[]>>>;
}

/** What a variant is called there: its coding is the platform's. */
export function nameOf({ format, language, formatting, sent }: Variant): string {
  return [format, language, formatting, sent].filter(Boolean).join(" ");
}
