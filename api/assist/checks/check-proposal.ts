import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { type Text, textNames } from "../../../schema/notice/texts.ts";
import { printable } from "../../../schema/text/printable.ts";
import type { Texts } from "../../../schema/words/written-texts.ts";
import type { Languages, Objection } from "../proposal.ts";
import { compareFacts, type FactDifference } from "./compare-facts.ts";
import { factObjections, labels } from "./fact-objections.ts";
import { readFacts } from "./facts.ts";
import { scriptFault } from "./script.ts";
import { unchangedFault } from "./unchanged.ts";

/** What our checks hold against a translation, text by text; nothing against most of those that are right. */
export function checkTranslation(given: Texts, proposed: Texts, languages: Languages): Objection[] {
  return textNames.flatMap((field) => {
    const [own, other] = [given[field], proposed[field]];
    if (own === undefined || other === undefined) return [];
    const facts = [readFacts(own, languages.from), readFacts(other, languages.to)] as const;
    return [
      ...factObjections(field, compareFacts(...facts, "each time")),
      ...scriptObjections(field, other, languages.to),
      ...objection("unchanged", field, unchangedFault(own, other, languages)),
    ];
  });
}

const nothing: FactDifference["lost"] = { figures: [], weekdays: [], months: [], zones: [] };

/** What our checks hold against a draft: each text has no number or time that the brief lacks, and together they have all. */
export function checkDraft(brief: string, proposed: Texts, { from, to }: Languages): Objection[] {
  const given = readFacts(brief, from);
  const written = textNames.filter((field) => proposed[field] !== undefined);
  const added = written.flatMap((field) => {
    const difference = compareFacts(given, readFacts(proposed[field] ?? "", to), "once");
    return [
      ...factObjections(field, { lost: nothing, added: difference.added }),
      ...scriptObjections(field, proposed[field] ?? "", to),
    ];
  });
  const all = written.map((field) => proposed[field]).join("\n");
  const { lost } = compareFacts(given, readFacts(all, to), "once");
  return [...added, ...factObjections(written.at(-1) ?? "message", { lost, added: nothing })];
}

function scriptObjections(field: Text, text: string, language: LanguageTag | undefined): Objection[] {
  return language === undefined ? [] : objection("script", field, scriptFault(text, language));
}

function objection(check: Objection["check"], field: Text, fault: string | undefined): Objection[] {
  return fault === undefined ? [] : [{ check, field, detail: printable(`The ${labels[field]} ${fault}.`) }];
}
