import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";

const said = texts.conflict;

interface Props {
  revision: number;
  /** What the draft was made from, where that revision was published from this very tab. */
  base: number | undefined;
  /** Who published it; absent until that is known. */
  entry: RevisionReply | undefined;
  now: number;
  onLook: () => void;
}

/** Says that the draft is not of what is live, and who published that, without covering anything. */
export function ConflictLine({ revision, base, entry, now, onLook }: Props) {
  const by = entry ? said.by(entry.author, age(Date.parse(entry.createdAt), now)) : "";
  return (
    <div className="line" role="status">
      <p>{base === undefined ? said.line(revision, by) : said.ownLine(base)}</p>
      <button type="button" onClick={onLook}>
        {said.look}
      </button>
    </div>
  );
}
