import type { RevisionReply } from "../../../schema/editor-api/revisions.ts";
import { texts } from "../texts.ts";
import { age } from "../time/age.ts";

const said = texts.conflict;

interface Props {
  revision: number;
  /** Who published it; absent until that is known. */
  entry: RevisionReply | undefined;
  now: number;
  onLook: () => void;
}

/** Says that somebody else has published, without covering anything. */
export function ConflictLine({ revision, entry, now, onLook }: Props) {
  const by = entry ? said.by(entry.author, age(Date.parse(entry.createdAt), now)) : "";
  return (
    <div className="line" role="status">
      <p>{said.line(revision, by)}</p>
      <button type="button" onClick={onLook}>
        {said.look}
      </button>
    </div>
  );
}
