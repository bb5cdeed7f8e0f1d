import type { Revision } from "../../data/store.ts";
import type { Phase } from "../../schema/notice/expected-return.ts";
import {
  createRenderer,
  type LiveOptions,
  localeOf,
  type PageBrand,
  type PaymentsScript,
  type Renderer,
  renderBare,
  sentLocaleOf,
  viewOf,
} from "../../web/render.tsx";
import { documentVersion } from "../http/document-version.ts";
import { renderers } from "./formats.ts";
import type { Variant } from "./negotiate.ts";

export interface TextsOptions {
  /** The built page. */
  template: string;
  live: LiveOptions;
  /** Absent while payments are off. */
  payments?: PaymentsScript | undefined;
  /** Absent without a brand. */
  brand?: PageBrand | undefined;
  /** Called when a page could not be rendered, and a plain one replaces it. */
  failed(error: unknown): void;
  render?: Renderer;
  /** Finds the texts of a language by its tag. Pages without a script have other sentences. */
  pageLocaleOf?: typeof localeOf;
}

/** A variant, whatever its content coding. */
type TextVariant = Omit<Variant, "encoding">;

/** Makes the text of a variant in a phase. */
export type MakeText = (revision: Revision, variant: TextVariant, phase: Phase) => Buffer;

/** Makes a function that renders the notice; it never throws. */
export function createTexts({
  template,
  live,
  payments,
  brand,
  failed,
  render = createRenderer(template, live, { payments, brand }),
  pageLocaleOf = localeOf,
}: TextsOptions): MakeText {
  return (revision, { format, language, formatting, sent }, phase) => {
    const { notice } = revision;
    const locale = sent
      ? sentLocaleOf(sent, language, formatting, brand?.texts)
      : pageLocaleOf(language, formatting, brand?.texts);
    const view = viewOf(notice, documentVersion(revision), locale, phase);
    try {
      return Buffer.from(format === "html" ? render(view) : renderers[format](view, notice, brand?.name));
    } catch (error) {
      failed(error);
      return Buffer.from(renderBare(view, brand));
    }
  };
}
