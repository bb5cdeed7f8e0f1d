import type { Revision } from "../../../data/store.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import { localeOf, locales, type Phase, renderBare, viewOf } from "../../../web/render.tsx";
import { compress } from "../../http/content-coding.ts";
import { documentVersion } from "../../http/document-version.ts";
import type { Format } from "../../visitor/negotiate.ts";
import type { MakeText } from "../../visitor/texts.ts";
import { pagesByBeginning } from "../languages.ts";

/** The folder with what HAProxy serves. */
export const haproxyFolder = "haproxy";

/** Which page a visitor gets, by how the first tag that they send begins. */
export const languagesFile = "languages.map";

/** How the names of its files end, by format; a page is small enough in gzip alone. */
export const haproxySuffixes: Record<Format, string> = {
  html: "html.gz",
  json: "json",
  xml: "xml",
  text: "txt",
};

/** HAProxy does not start with a file that is larger than its buffer, in which there must be room for the headers. */
const maxServedBytes = 12 * 1024;

/**
 * What HAProxy serves, each file by its path: the notice in every language and format, and the document. It reads them
 * at its start alone, so `makeText` makes pages without a script, which would look for changes. What is too large has the
 * default message in the place of its own, and no translations; and a page that is still too large, because of a brand,
 * is a bare one.
 */
export function* haproxyFiles(
  makeText: MakeText,
  revision: Revision,
  phase: Phase,
): Generator<{ path: string; body: Buffer }> {
  const { message: _message, translations: _translations, ...shorter } = revision.notice;
  const revisions = [revision, { ...revision, notice: shorter }];
  for (const { tag: language } of locales) {
    const bare = () => renderBare(viewOf(shorter, documentVersion(revision), localeOf(language), phase));
    for (const [format, suffix] of Object.entries(haproxySuffixes) as [Format, string][]) {
      const bodies = revisions.map((each) => () => {
        const text = makeText(each, { format, language }, phase);
        return format === "html" ? compress(text, "gzip") : text;
      });
      const body = firstSmall(
        ...bodies,
        ...(format === "html" ? [() => compress(Buffer.from(bare()), "gzip")] : []),
      );
      yield { path: `${haproxyFolder}/${language}.${suffix}`, body };
    }
  }
  const documents = revisions.map(
    ({ notice }) =>
      () =>
        Buffer.from(serialize(notice)),
  );
  yield { path: `${haproxyFolder}/notice.json`, body: firstSmall(...documents) };
  const languages = pagesByBeginning().map(([beginning, page]) => `${beginning} ${page}\n`);
  yield { path: `${haproxyFolder}/${languagesFile}`, body: Buffer.from(languages.join("")) };
}

/** The first that is small enough; the last of them always is. */
function firstSmall(...bodies: (() => Buffer)[]): Buffer {
  for (const make of bodies) {
    const body = make();
    if (body.length <= maxServedBytes) return body;
  }
  throw new Error("Nothing of the notice is small enough for HAProxy.");
}
