import { STATUS_CODES, validateHeaderValue } from "node:http";
import type { Revision } from "../../../data/store.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { type Notice, serialize } from "../../../schema/notice/notice.ts";
import { localeOf, locales, type Phase, renderBare, viewOf } from "../../../web/render.tsx";
import { compress } from "../../http/content-coding.ts";
import { documentVersion } from "../../http/document-version.ts";
import { documentType } from "../../visitor/document.ts";
import { contentTypes } from "../../visitor/formats.ts";
import type { Format } from "../../visitor/negotiate.ts";
import type { MakeText } from "../../visitor/texts.ts";
import { pagesByBeginning } from "../languages.ts";
import { type HeaderLines, headersOfDocument, headersOfPage, retryAfterValues } from "../replies.ts";

/** The folder with what HAProxy serves. */
export const haproxyFolder = "haproxy";

/** Which page a visitor gets, by how the first tag that they send begins. */
export const languagesFile = "languages.map";

/** The document as HAProxy sends it. */
export const haproxyDocument = "notice.http";

/**
 * How the names of its files end, by format. There is one page for each of the times to come back, as adding a header to
 * a whole reply takes longer than choosing another one.
 */
export const haproxySuffixes: Record<Format, [string, ...string[]]> = {
  html: ["html.http", "html.2.http", "html.3.http"],
  json: ["json.http"],
  xml: ["xml.http"],
  text: ["txt.http"],
};

/** HAProxy does not start with a reply that is larger than its buffer: what is left of that is for the headers. */
const maxServedBytes = 12 * 1024;

/** For visitors who name no origin; what they get who do is added by HAProxy. */
const everybody = { allowed: "*", credentials: "" };

/**
 * What HAProxy serves, each file by its path: the notice in every language and format, and the document, as whole replies
 * from their status line on, which it sends faster than bodies to which it must add headers. It reads them
 * at its start alone, so `makeText` makes pages without a script, which would look for changes. What is too large has the
 * default message in the place of its own, and no translations. What is still too large, because of a brand or of a
 * title from before there was a limit, is a bare page, and at last the default notice. `retryAfter` is in seconds: of the
 * times to come back, every format has the first.
 */
export function* haproxyFiles(
  makeText: MakeText,
  revision: Revision,
  phase: Phase,
  retryAfter: number,
): Generator<{ path: string; body: Buffer }> {
  const { message: _message, translations: _translations, ...shorter } = revision.notice;
  for (const { tag: language } of locales) {
    for (const [format, suffixes] of Object.entries(haproxySuffixes) as [Format, string[]][]) {
      const isPage = format === "html";
      const text = (notice: Notice) => makeText({ ...revision, notice }, { format, language }, phase);
      const bare = (notice: Notice) =>
        Buffer.from(renderBare(viewOf(notice, documentVersion(revision), localeOf(language), phase)));
      const bodies = [
        () => text(revision.notice),
        () => text(shorter),
        ...(isPage ? [() => bare(shorter), () => bare(defaults)] : [() => text(defaults)]),
      ];
      const body = firstSmall(...bodies.map((make) => () => compress(make(), isPage ? "gzip" : "identity")));
      const coding = isPage ? "gzip" : "";
      for (const [at, suffix] of suffixes.entries()) {
        const values = { language, coding, retryAfter: String(retryAfterValues(retryAfter)[at]) };
        const headers = headersOfPage(values, everybody);
        const reply = wholeReply(503, [["Content-Type", contentTypes[format]], ...headers], body);
        yield { path: `${haproxyFolder}/${language}.${suffix}`, body: reply };
      }
    }
  }
  const documents = [revision.notice, shorter, defaults].map(
    (notice) => () => Buffer.from(serialize(notice)),
  );
  const headers: HeaderLines = [["Content-Type", documentType], ...headersOfDocument(everybody)];
  yield {
    path: `${haproxyFolder}/${haproxyDocument}`,
    body: wholeReply(200, headers, firstSmall(...documents)),
  };
  const languages = pagesByBeginning().map(([beginning, page]) => `${beginning} ${page}\n`);
  yield { path: `${haproxyFolder}/${languagesFile}`, body: Buffer.from(languages.join("")) };
}

/** A reply as it is sent. @throws TypeError if a header's value holds more than a line */
function wholeReply(status: number, headers: HeaderLines, body: Buffer): Buffer {
  const lines = [...headers, ["Content-Length", String(body.length)] as const]
    .filter(([, value]) => value !== "")
    .map(([name, value]) => {
      validateHeaderValue(name, value);
      return `${name}: ${value}\r\n`;
    });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** The first that is small enough; the last of them always is. */
function firstSmall(...bodies: (() => Buffer)[]): Buffer {
  for (const make of bodies) {
    const body = make();
    if (body.length <= maxServedBytes) return body;
  }
  throw new Error("Nothing of the notice is small enough for HAProxy.");
}
