import { useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import { Sheet } from "../controls/sheet.tsx";
import { partName } from "../difference/part-name.ts";
import { texts } from "../texts.ts";
import { DisputeView } from "./dispute-view.tsx";
import { compareThree, keepMine, mergeNotices, type Side } from "./three-way.ts";

const said = texts.conflict;

interface Props {
  base: Notice;
  mine: Notice;
  theirs: Notice;
  /** Whether their notice was published from this very tab. */
  isOwn: boolean;
  /** Whether their notice may be one that was sent from here before. */
  isUnknown: boolean;
  onClose: () => void;
  /** Goes on with a notice, made from theirs. */
  onResolved: (notice: Notice) => void;
}

/** What two people made of one revision, side by side, and whose is to be published. */
export function ConflictSheet({ base, mine, theirs, isOwn, isUnknown, onClose, onResolved }: Props) {
  const [sides, setSides] = useState<Record<string, Side>>({});
  const disputes = compareThree(base, mine, theirs);
  const open = disputes.filter(({ name, isOpen }) => isOpen && sides[name] === undefined);
  return (
    <Sheet
      heading={isOwn || isUnknown ? said.headingOfUnknown : said.heading}
      onClose={onClose}
      className="conflict"
    >
      {isUnknown && <p>{said.perhapsOwn}</p>}
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
        <button type="button" onClick={() => onResolved(theirs)}>
          {said.takeTheirs}
        </button>
        <button type="button" onClick={() => onResolved(keepMine(theirs, disputes, sides))}>
          {said.keepMine}
        </button>
        <button
          type="button"
          className="main"
          disabled={open.length > 0}
          onClick={() => onResolved(mergeNotices(theirs, disputes, sides))}
        >
          {said.merge}
        </button>
      </div>
    </Sheet>
  );
}
