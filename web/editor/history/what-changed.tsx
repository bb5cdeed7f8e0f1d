import type { RevisionList } from "../../../schema/editor-api/revisions.ts";
import { Said } from "../controls/said.tsx";
import { isEditable } from "../difference/part-name.ts";
import { inEnglish } from "../in-english.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";

const said = texts.history;

type Entry = RevisionList["revisions"][number];

/** Who changed what in a revision, what became of the translations, and which earlier one says the same. */
export function WhatChanged({ entry }: { entry: Entry }) {
  const { author, damage, sameAs, translations } = entry;
  if (damage !== undefined)
    return (
      <>
        <span>{author}</span>
        <span className="what">
          <Said>{said.damaged(inEnglish(damage))}</Said>
        </span>
      </>
    );
  return (
    <>
      <span>{changeOf(entry)}</span>
      {sameAs !== undefined && <span className="what">{said.sameAs(sameAs)}</span>}
      {(["added", "changed", "removed"] as const).map((kind) => (
        <Languages key={kind} label={said.became[kind]} tags={translations?.[kind] ?? []} />
      ))}
    </>
  );
}

function Languages({ label, tags }: { label: string; tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="what">
      {label} {tags.map(languageName).join(texts.comma)}
    </span>
  );
}

function changeOf({ author, changed }: Entry): string {
  const own = changed.filter((name) => isEditable(name) && !name.includes("."));
  if (own.length > 0)
    return said.changed(
      author,
      own.map((name) => said.parts[name] ?? name),
    );
  return changed.length > 0 ? said.changed(author, [said.translations]) : said.unchanged(author);
}
