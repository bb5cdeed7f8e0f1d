import { useId, useState } from "react";
import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { Button } from "../controls/button.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { partName } from "../difference/part-name.ts";
import { valueText } from "../difference/value-text.ts";
import { texts } from "../texts.ts";
import { age } from "../time.ts";
import { compareThree, type Dispute, keepMine, mergeNotices, type Side, sideOf } from "./three-way.ts";

const said = texts.conflict;

interface Props {
  base: Notice;
  mine: Notice;
  theirs: Notice;
  /** Whether their notice was published from this very tab. */
  isOwn: boolean;
  onClose: () => void;
  /** Continues with a notice based on theirs. */
  onResolved: (notice: Notice) => void;
}

/** Shows two people's changes to one revision side by side, to choose from. */
export function ConflictSheet({ base, mine, theirs, isOwn, onClose, onResolved }: Props) {
  const [sides, setSides] = useState<Record<string, Side>>({});
  const disputes = compareThree(base, mine, theirs);
  const open = disputes.filter(({ name, isOpen }) => isOpen && sides[name] === undefined);
  return (
    <Sheet heading={isOwn ? said.headingOfOwn : said.heading} onClose={onClose} className="conflict">
      <p>{said.explain}</p>
      {disputes.map((dispute) => (
        <DisputeView
          key={dispute.name}
          dispute={dispute}
          side={sides[dispute.name]}
          language={mine.language}
          onSide={(side) => setSides((sides) => ({ ...sides, [dispute.name]: side }))}
        />
      ))}
      <div className="foot">
        <p role="status">{open.length > 0 && said.open(open.map(({ name }) => partName(name)))}</p>
        <Button onClick={() => onResolved(theirs)}>{said.takeTheirs}</Button>
        <Button onClick={() => onResolved(keepMine(theirs, disputes, sides))}>{said.keepMine}</Button>
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

interface ConflictLineProps {
  revision: number;
  /** The draft's base revision, if this tab published the live one. */
  base: number | undefined;
  /** Who published it; absent until known. */
  entry: RevisionReply | undefined;
  now: number;
  onLook: () => void;
}

/** Says that the draft's base is no longer live, and who published since. */
export function ConflictLine({ revision, base, entry, now, onLook }: ConflictLineProps) {
  const by = entry ? said.by(entry.author, age(Date.parse(entry.createdAt), now)) : "";
  return (
    <div className="line" role="status">
      <p>{base === undefined ? said.line(revision, by) : said.ownLine(base)}</p>
      <Button onClick={onLook}>{said.look}</Button>
    </div>
  );
}

interface DisputeViewProps {
  dispute: Dispute;
  side: Side | undefined;
  language: string | undefined;
  onSide: (side: Side) => void;
}

/** One part of the notice: in the base, in my draft, and live. */
function DisputeView({ dispute, side, language, onSide }: DisputeViewProps) {
  const { name, isOpen } = dispute;
  const [, tag] = name.split(".");
  const heading = partName(name);
  const id = useId();
  const words = (which: "base" | Side) =>
    linesOf(name, dispute[which]).map((line) => (
      <span key={line} lang={tag ?? language} dir="auto">
        {line}
      </span>
    ));
  // If only they changed it, the other choice is the base, not my text.
  const isMine = sideOf(dispute) === "mine";
  const chosen = side ?? (isOpen ? undefined : sideOf(dispute));
  return (
    <fieldset className="dispute">
      <legend>{heading}</legend>
      <div className="sides">
        {isMine && (
          <div>
            <strong>{said.base}</strong>
            {words("base")}
          </div>
        )}
        {(["mine", "theirs"] as const).map((which) => (
          <label key={which}>
            <input type="radio" name={id} checked={which === chosen} onChange={() => onSide(which)} />
            <strong>{said[which === "mine" && !isMine ? "base" : which]}</strong>
            {words(which)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function linesOf(name: string, value: Dispute["mine"]): string[] {
  if (value === undefined) return [said.absent];
  return typeof value === "object" ? Object.values(value) : [valueText(name, value)];
}
