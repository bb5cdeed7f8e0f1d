import type { Judgement } from "../../schema/advice/typed-return.ts";
import type { Fault } from "../../schema/errors/notice-error.ts";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { type Change, difference } from "../../schema/notice/difference.ts";
import { findNoticeErrors } from "../../schema/notice/faults.ts";
import { type Notice, normalizeTexts } from "../../schema/notice/notice.ts";
import { type Text, textNames } from "../../schema/notice/texts.ts";
import { fitTranslations, type Texts, writtenTexts } from "../../schema/notice/translations.ts";
import { namesIn } from "../../schema/validation/parts.ts";
import type { Base } from "./client.ts";
import { changesBetween } from "./difference.tsx";
import { describeReturn, faultsInWords } from "./faults.ts";
import { pageLanguages } from "./language.ts";

/** What a person has typed since a revision. It is plain JSON. */
export interface Draft {
  base: Base;
  /** The notice as typed, which is not checked yet. */
  notice: Notice;
  keep: readonly string[];
  /** What stands in the field of the expected return while it is no value. */
  typedReturn?: string | undefined;
}

/** A change of a draft. */
export type Edit = (draft: Draft) => Draft;

/** The fields whose typed text is the value. */
export type TypedField = "title" | "message" | "contactEmail" | "language";

export function draftOf(base: Base): Draft {
  return { base, notice: base.notice, keep: [] };
}

/** A draft with a typed expected return. If it is refused, the one before stays in the notice. */
export function withReturn(draft: Draft, typed: string, judged: Judgement): Draft {
  const { base, typedReturn: _, ...rest } = draft;
  const value = judged.kind === "refused" ? base.notice.expectedReturn : judged.value;
  const next = withField({ base, ...rest }, "expectedReturn", value ?? "");
  return judged.kind === "refused" ? { ...next, typedReturn: typed } : next;
}

/** A draft with a field typed. An empty text is an absent one, except where the notice must have it. */
export function withField(draft: Draft, field: TypedField | "expectedReturn", value: string): Draft {
  const { [field]: _, ...others } = draft.notice;
  const isGiven = value !== "" || field === "title" || field === "contactEmail";
  return { ...draft, notice: { ...others, ...(isGiven && { [field]: value }) } as Notice };
}

/** A draft with a text of a translation typed. */
export function withText(draft: Draft, tag: string, text: Text, value: string): Draft {
  return withTexts(draft, tag, { ...draft.notice.translations?.[tag], [text]: value });
}

/** A draft with these texts of a translation; without the translation, if there are none. */
export function withTexts(draft: Draft, tag: string, texts: Texts | undefined): Draft {
  const { translations: before = {}, ...own } = draft.notice;
  const { [tag]: _, ...others } = before;
  const translations = { ...others, ...(texts && { [tag]: texts }) };
  return { ...draft, notice: { ...own, translations } };
}

/** A draft with one more language: with its published texts, or with none yet. */
export function withLanguage(draft: Draft, tag: string): Draft {
  return withTexts(draft, tag, draft.base.notice.translations?.[tag] ?? {});
}

/** A draft whose outdated translations stay, or go. */
export function withOutdated(draft: Draft, keeps: boolean): Draft {
  const tags = outdatedTags(draft);
  const decided = tags.reduce<Draft>(
    (next, tag) => (keeps ? withLanguage(next, tag) : withTexts(next, tag, undefined)),
    draft,
  );
  return { ...decided, keep: keeps ? tags : [] };
}

/** The texts that ops wrote in the notice itself, which each translation needs. An empty title is the page's own. */
export function textsOf({ notice }: Draft): Texts {
  return writtenTexts({ ...notice, title: notice.title || defaults.title });
}

/** Their names. */
export function textsToTranslate(draft: Draft): Text[] {
  const written = textsOf(draft);
  return textNames.filter((name) => written[name] !== undefined);
}

/** The languages of a draft in the order of their names. */
export function tagsOf({ notice }: Draft): LanguageTag[] {
  return pageLanguages.filter((tag) => notice.translations?.[tag]);
}

/** Whether nothing is written in a language yet. */
export function isBlank({ notice }: Draft, tag: string): boolean {
  return Object.values(notice.translations?.[tag] ?? {}).every((text) => text === "");
}

/** The published translations of words that have changed since, unless they were rewritten: each stays or goes. */
export function outdatedTags(draft: Draft): LanguageTag[] {
  const { base, notice } = draft;
  const [before, after] = [writtenTexts(base.notice), textsOf(draft)];
  const names = textsToTranslate(draft);
  if (names.every((name) => after[name] === before[name])) return [];
  return pageLanguages.filter((tag) => {
    const [old, now] = [base.notice, notice].map(({ translations }) => translations?.[tag]);
    return old && (!now || names.every((name) => (old[name] ?? "") === (now[name] ?? "")));
  });
}

interface Outlook {
  /** The notice to publish; it is one if nothing is undecided and there is no fault. */
  notice: Notice;
  changes: Change[];
  /** The outdated translations, and those of which nobody has said whether they stay. */
  outdated: LanguageTag[];
  undecided: LanguageTag[];
  faults: Fault[];
  /** The page to show: without what is faulty. */
  page: Notice;
  isTouched: boolean;
}

const known = new WeakMap<Draft, Outlook>();

/** What a draft comes to, found once. */
export function outlookOf(draft: Draft): Outlook {
  const found = known.get(draft) ?? look(draft);
  known.set(draft, found);
  return found;
}

function look(draft: Draft): Outlook {
  const { base, keep, typedReturn } = draft;
  const outdated = outdatedTags(draft);
  const undecided = outdated.filter((tag) => draft.notice.translations?.[tag] && !keep.includes(tag));
  const notice = noticeOf(draft, undecided);
  const all = faultsInWords(notice);
  const isOpen = ({ pointer }: Fault): boolean => undecided.some((tag) => namesIn(pointer)[1] === tag);
  const refused = typedReturn === undefined ? [] : [describeReturn(typedReturn)];
  return {
    notice,
    changes: changesBetween(base.notice, notice),
    outdated,
    undecided,
    faults: [...refused, ...all.filter((fault) => !isOpen(fault))],
    page: withoutFaults(notice, all, base.notice),
    isTouched: typedReturn !== undefined || difference(base.notice, draft.notice).length > 0,
  };
}

/** The notice that a draft would publish, normalised. Each translation that is written at all has every text. */
function noticeOf({ base, notice }: Draft, undecided: string[]): Notice {
  const title = notice.title || defaults.title;
  const { translations = {}, ...own } = normalizeTexts({ ...notice, title }) as Notice;
  const names = Object.keys(writtenTexts(own)) as Text[];
  const written = Object.entries(translations).flatMap(([tag, texts]) => {
    if (undecided.includes(tag)) return [[tag, texts] as const];
    const isNew = !base.notice.translations?.[tag] && names.every((name) => !texts[name]);
    return isNew ? [] : [[tag, Object.fromEntries(names.map((name) => [name, texts[name] ?? ""]))] as const];
  });
  return fitTranslations({ ...own, translations: Object.fromEntries(written) });
}

/** A notice with its faulty parts from another one, or without them if they do not fit the rest then. */
function withoutFaults(notice: Notice, faults: Fault[], source: Notice): Notice {
  const parts = faults.map(({ pointer }) => namesIn(pointer));
  const { translations: _, ...own } = source;
  const { translations: __, ...untranslated } = notice;
  const isWhole = (notice: Notice): boolean => findNoticeErrors(notice).length === 0;
  return (
    [source, own, defaults].map((source) => mend(notice, parts, source)).find(isWhole) ??
    mend(untranslated, parts, defaults)
  );
}

function mend(notice: Notice, parts: string[][], source: Notice): Notice {
  const own: Record<string, unknown> = { ...notice };
  const translations: Record<string, unknown> = { ...notice.translations };
  for (const [field = "", tag] of parts)
    if (tag === undefined) own[field] = source[field as keyof Notice];
    else translations[tag] = source.translations?.[tag];
  return withoutAbsent({ ...own, translations: withoutAbsent(translations) }) as Notice;
}

/** The defined members of an object; undefined if it has none. */
function withoutAbsent(value: object): object | undefined {
  const present = Object.entries(value).filter(([, part]) => part !== undefined);
  return present.length === 0 ? undefined : Object.fromEntries(present);
}
