import type { Revision } from "../../data/store.ts";
import { languageTags } from "../../schema/languages/tags.ts";
import { type Phase, phaseOf } from "../../schema/notice/expected-return.ts";
import { versionName } from "../../schema/notice/protocol.ts";
import { scriptlessLocaleOf } from "../../web/render.tsx";
import { documentVersion } from "../http/document-version.ts";
import { ownLanguage } from "../visitor/negotiate.ts";
import {
  createTexts,
  type MakeText,
  policyWithoutScript,
  type TextsOptions,
  withPolicy,
} from "../visitor/pages.ts";

/** A page of an export: its file name, and what renders it. */
interface ExportedPage {
  name: string;
  make(): string;
}

export interface ExportedPages {
  revision: number;
  phase: Phase;
  /** What `index.html` tells of the revision and its phase. */
  state: string;
  /** `index.html` is the last one: it is there once all are. */
  pages: ExportedPage[];
}

export type MakePages = (revision: Revision, now: Date, isAll?: boolean) => ExportedPages;

const fileOf = (name: string): string => `${name}.html`;

export const indexFile = fileOf("index");
export const pageFiles = new Set(["404", "index", ...languageTags].map(fileOf));

/** The mark of our pages, at their beginning. */
export const generator = '<meta name="generator" content="Backsoon">';

/** Makes the function that makes pages: one for each language, then the host's own in the notice's. */
export function createMakePages(options: PageOptions): MakePages {
  const makeText = createScriptlessTexts(options);
  return (revision, now, isAll = false) => {
    const { notice } = revision;
    const phase = phaseOf(notice, now.getTime());
    const state = stateOf(revision, now);
    const { language: own } = ownLanguage(notice);
    const tags = isAll ? languageTags : [...new Set([own, ...Object.keys(notice.translations ?? {})])];
    const page = (language: string, name = language): ExportedPage => ({
      name: fileOf(name),
      make: () => marked(makeText(revision, { format: "html", language }, phase), state),
    });
    const pages = [...tags.map((tag) => page(tag)), page(own, "404"), page(own, "index")];
    return { revision: revision.number, phase, state, pages };
  };
}

/** What a page tells of its revision and phase: as in an entity tag, then the phase. */
export function stateOf(revision: Revision, now: Date): string {
  return `${versionName(documentVersion(revision))}, ${phaseOf(revision.notice, now.getTime())}`;
}

function marked(page: Buffer, state: string): string {
  const mark = `${generator}<!-- The notice, revision ${state} -->`;
  return page.toString().replace(/<meta charset="utf-8"[^>]*>/, (charset) => charset + mark);
}

/** The state in the beginning of a page; undefined if there is none. */
export function readState(page: string): string | undefined {
  return /<!-- The notice, revision (\d+-[0-9a-f]{8}, [a-z ]+) -->/.exec(page)?.[1];
}

/** What exported pages are made of, besides the notice. */
export type PageOptions = Pick<TextsOptions, "template" | "live" | "brand" | "failed">;

/**
 * Makes texts like `createTexts`, but its pages have no script, show times in UTC and ask visitors to reload. Their
 * hosts may reply with 200 while the app is away, which a script would take for the app's reply.
 */
function createScriptlessTexts(options: PageOptions): MakeText {
  const template = withoutScripts(options.template);
  const policy = policyWithoutScript(template, options.brand?.styles);
  return createTexts({
    ...options,
    template: withPolicy(template, policy),
    pageLocaleOf: scriptlessLocaleOf,
  });
}

/** Also removes the script's data, and the space that our styles keep for the script's content. */
function withoutScripts(template: string): string {
  return template
    .replace(/\s*<script\b.*?<\/script>/gs, "")
    .replace(/@media print, ?\(scripting: ?none\)/, "@media all");
}
