import type { Change } from "../../../schema/notice/difference.ts";
import { texts } from "../texts.ts";
import { fieldName, isEditable } from "./part-name.ts";
import { valueTexts } from "./value-text.ts";
import { areWhole, type Part, wholeDifference, wordDifference } from "./word-difference.ts";

const said = texts.difference;
/** The attributes of the page's own words amid another language. */
const ofPage = { lang: texts.locale.tag, dir: texts.locale.direction };

/** The differences between two notices, field by field and word by word. */
export function DifferenceView({ changes, language }: { changes: Change[]; language: string | undefined }) {
  if (changes.length === 0) return <p>{texts.publish.nothing}</p>;
  return (
    <dl className="difference">
      {changes
        .filter(({ field }) => isEditable(field))
        .map(({ field, translation, before, after }) => (
          <div key={`${translation} ${field}`}>
            <dt>{fieldName(field, translation)}</dt>
            <dd lang={translation ?? language} dir="auto">
              <Words parts={partsOf(field, valueTexts(field, [before, after]), translation ?? language)} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function partsOf(
  field: string,
  texts: [before: string, after: string],
  language: string | undefined,
): Part[] {
  return field === "expectedReturn" ? wholeDifference(...texts) : wordDifference(...texts, language);
}

function Words({ parts }: { parts: Part[] }) {
  const isWhole = areWhole(parts);
  return parts.map(({ kind, text }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts never change places.
    if (kind === "same") return <span key={index}>{text}</span>;
    const Marked = kind === "added" ? "ins" : "del";
    if (isWhole)
      return (
        <div key={index} className="whole" dir="auto">
          <h4 {...ofPage}>{kind === "added" ? said.after : said.before}</h4>
          <Marked>{text}</Marked>
        </div>
      );
    return (
      <Marked key={index}>
        <span className="unseen" {...ofPage}>
          {` ${said[kind]} `}
        </span>
        {text}
      </Marked>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts never change places.
  });
}
