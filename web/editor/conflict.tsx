import { useId, useState } from "react";
import { fields, type Notice, type Translation } from "../../schema/notice/notice.ts";
import { Button } from "./controls/button.tsx";
import { Sheet } from "./controls/sheet.tsx";
import { partName, partsOf, Words } from "./difference.tsx";
import { inList, pageLanguages } from "./language.ts";
import { texts } from "./texts.ts";

const said = texts.conflict;

/** Whose value is to be published. */
export type Side = "mine" | "theirs";

type Value = string | boolean | Translation | undefined;

/** A part of the notice that somebody has changed: a field, or a whole translation. */
interface Dispute {
  /** A field such as `title`, or a translation such as `translations.de`. */
  name: string;
  base: Value;
  mine: Value;
  theirs: Value;
  /** Who has changed it; undefined if both have, to different values. */
  side: Side | undefined;
}

const names: string[] = [...fields, ...pageLanguages.map((tag) => `translations.${tag}`)];

function partsIn({ translations = {}, ...own }: Notice): Record<string, Value> {
  const translated = Object.entries(translations).map(([tag, texts]) => [`translations.${tag}`, texts]);
  return { ...own, ...Object.fromEntries(translated) };
}

export function compareThree(...notices: [base: Notice, mine: Notice, theirs: Notice]): Dispute[] {
  const all = notices.map(partsIn);
  return names.flatMap((name) => {
    const values = all.map((parts) => parts[name]);
    const [base, mine, theirs] = values.map((value) => JSON.stringify(value));
    if (base === mine && base === theirs) return [];
    const side = base === mine ? "theirs" : base === theirs || mine === theirs ? "mine" : undefined;
    return { name, base: values[0], mine: values[1], theirs: values[2], side };
  });
}

/** Their notice with those parts of mine that were chosen or that only I have changed. */
export function mergeNotices(theirs: Notice, disputes: Dispute[], sides: Record<string, Side>): Notice {
  const taken = disputes.filter(({ name, side }) => (sides[name] ?? side) === "mine");
  const parts = { ...partsIn(theirs), ...Object.fromEntries(taken.map(({ name, mine }) => [name, mine])) };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  const translations = given.flatMap(([name, value]) => {
    const [, tag] = name.split(".");
    return tag ? [[tag, value as Translation] as const] : [];
  });
  const own = Object.fromEntries(given.filter(([name]) => !name.includes("."))) as unknown as Notice;
  return translations.length > 0 ? { ...own, translations: Object.fromEntries(translations) } : own;
}

interface Props {
  base: Notice;
  mine: Notice;
  theirs: Notice;
  /** Who published their notice, if that is known. */
  author: string | undefined;
  onClose: () => void;
  onResolved: (notice: Notice) => void;
}

/** What two people changed in one revision, part by part, to choose from. */
export function ConflictSheet({ base, mine, theirs, author, onClose, onResolved }: Props) {
  const id = useId();
  const { language } = mine;
  const [sides, setSides] = useState<Record<string, Side>>({});
  const disputes = compareThree(base, mine, theirs);
  const open = disputes.filter(({ name, side }) => (sides[name] ?? side) === undefined);
  return (
    <Sheet heading={said.heading} onClose={onClose}>
      <p>{said.explain}</p>
      {disputes.map(({ name, base, side, ...values }) => {
        const [field = "", tag = language] = name.split(".");
        return (
          <fieldset key={name} className="choice">
            <legend>{partName(name)}</legend>
            {(["mine", "theirs"] as const).map((which) => {
              const parts = partsOf(field, plain(base), plain(values[which]), tag);
              return (
                <label key={which}>
                  <input
                    type="radio"
                    name={`${id} ${name}`}
                    checked={which === (sides[name] ?? side)}
                    onChange={() => setSides((sides) => ({ ...sides, [name]: which }))}
                  />{" "}
                  {which === "mine" ? said.mine : said.theirs(author)}
                  <span lang={tag} dir="auto">
                    {parts.length > 0 ? <Words parts={parts} /> : "–"}
                  </span>
                </label>
              );
            })}
          </fieldset>
        );
      })}
      <div className="foot">
        <p role="status">{open.length > 0 && said.open(inList(open.map(({ name }) => partName(name))))}</p>
        <Button
          className="main"
          disabled={open.length > 0}
          onClick={() => onResolved(mergeNotices(theirs, disputes, sides))}
        >
          {said.merge}
        </Button>
      </div>
    </Sheet>
  );
}

/** A value as one text: a translation is its texts, each in lines of its own. */
function plain(value: Value): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === "object" ? Object.values(value).join("\n") : String(value);
}
