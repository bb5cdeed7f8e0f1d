import type { Change } from "../../schema/notice/difference.ts";
import { areWhole, fieldName, type Part, partsOf } from "./difference.ts";
import { texts } from "./texts.ts";

const said = texts.difference;
/** The attributes of the page's own words amid another language. */
const ofPage = { lang: texts.locale.tag, dir: texts.locale.direction };

/** The differences between two notices, field by field and word by word. */
export function DifferenceView({ changes, language }: { changes: Change[]; language: string | undefined }) {
  if (changes.length === 0) return <p>{texts.publish.nothing}</p>;
  return (
    <dl className="difference">
      {changes
        .filter(({ field }) => field !== "isEnabled")
        .map(({ field, translation, before, after }) => (
          <div key={`${translation} ${field}`}>
            <dt>{fieldName(field, translation)}</dt>
            <dd lang={translation ?? language} dir="auto">
              <Words parts={partsOf(field, before, after, translation ?? language)} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The parts of a text, with what was removed and added marked. */
export function Words({ parts }: { parts: Part[] }) {
  const isWhole = areWhole(parts);
  return parts.map(({ kind, text }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts never change places.
    if (kind === "same") return <span key={index}>{text}</span>;
    const Marked = kind === "added" ? "ins" : "del";
    return (
      <Marked key={index} className={isWhole ? "whole" : undefined} dir={isWhole ? "auto" : undefined}>
        <span className="unseen" {...ofPage}>
          {` ${said[kind]} `}
        </span>
        {text}
      </Marked>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts never change places.
  });
}
