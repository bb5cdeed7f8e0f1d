import type { Revision } from "../../../data/store.ts";
import { versionName } from "../../../schema/notice/entity-tag/format.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import type { Phase } from "../../../schema/notice/phase.ts";
import { locales } from "../../../web/render.tsx";
import { compress, compressHard } from "../../http/compress.ts";
import { documentVersion } from "../../http/document-version.ts";
import { policyInPage, withPolicy } from "../../visitor/content-security-policy.ts";
import type { Format } from "../../visitor/negotiate.ts";
import { createTexts } from "../../visitor/texts.ts";
import type { FilesOptions } from "./scriptless-texts.ts";

/** A file of an export, by its path in the folder of its revision. */
export interface ExportedFile {
  path: string;
  body: Buffer;
}

/**
 * Makes the files of a revision in a phase, one after the other. `modified` is their modification time, in seconds
 * since the epoch: a page compares it with that of a newer document.
 */
export type MakeFiles = (revision: Revision, phase: Phase, modified: number) => AsyncGenerator<ExportedFile>;

/** The file extension of each format that is exported. */
export const suffixes: Record<Exclude<Format, "fragment">, string> = {
  html: "html",
  json: "json",
  xml: "xml",
  text: "txt",
};

/** The folder with the notice in every language and format. */
export const pagesFolder = "pages";

/** The notice document, as `/api/notice` sends it. */
const documentFile = "notice.json";

/** The name of an empty file that names the document's version, as its entity tag does. */
function tagFile(revision: Revision): string {
  return versionName(documentVersion(revision));
}

/**
 * Makes what the service would send, as files: the notice in each language and format, and the document, each also in
 * brotli and gzip. A page contains its own policy: the hashes in it change with the page, and a web server reads its
 * headers only at a reload.
 */
export function createFiles(options: FilesOptions): MakeFiles {
  const { template, payments, brand } = options;
  const policy = policyInPage(template, payments !== undefined, brand?.styles);
  const makeText = createTexts({ ...options, template: withPolicy(template, policy) });
  return async function* (revision, phase, modified) {
    for (const { tag: language } of locales) {
      for (const [format, suffix] of Object.entries(suffixes) as [Format, string][]) {
        const text = makeText(revision, { format, language }, phase, modified * 1000);
        yield* inCodings(`${pagesFolder}/${language}.${suffix}`, text);
      }
    }
    yield* inCodings(documentFile, Buffer.from(serialize(revision.notice)));
    yield { path: tagFile(revision), body: Buffer.alloc(0) };
  };
}

async function* inCodings(path: string, body: Buffer): AsyncGenerator<ExportedFile> {
  yield { path, body };
  yield { path: `${path}.br`, body: await compressHard(body) };
  yield { path: `${path}.gz`, body: compress(body, "gzip") };
}
