import type { Text } from "../../../schema/notice/texts.ts";
import { DifferenceView } from "../difference/difference-view.tsx";
import { partName } from "../difference/part-name.ts";
import { said } from "./texts.ts";

/** A text that is proposed, and what became of that. */
export interface PartOfProposal {
  name: Text;
  /** What the draft says. */
  before: string;
  /** What is proposed. */
  after: string;
  state: "proposed" | "taken" | "left";
  /** What the draft said before the proposal was taken, or before that was taken back. */
  replaced: string | undefined;
}

interface Props {
  part: PartOfProposal;
  translation: string | undefined;
  language: string;
  onWrite: (name: Text, value: string) => void;
  onLeave: (name: Text) => void;
}

/** One text of a proposal as a difference from the draft, to be taken or left. */
export function ProposalPart({ part, translation, language, onWrite, onLeave }: Props) {
  const { name, before, after, state, replaced } = part;
  const called = partName(name);
  const mine = replaced !== undefined && replaced !== after && replaced !== before ? replaced : undefined;
  const change = { field: name, before, after, ...(translation && { translation }) };
  return (
    <div className={`part ${state}`} data-part={name}>
      {state === "taken" ? (
        <p>
          <strong>{called}</strong> {said.taken}
        </p>
      ) : (
        <DifferenceView changes={[change]} language={language || undefined} />
      )}
      {state === "left" && <p>{said.left}</p>}
      <div className="actions">
        {state !== "taken" && (
          <button type="button" onClick={() => onWrite(name, after)}>
            {said.take(called)}
          </button>
        )}
        {state === "proposed" && (
          <button type="button" className="plain" onClick={() => onLeave(name)}>
            {said.leave(called)}
          </button>
        )}
        {mine !== undefined && (
          <button type="button" className="plain" onClick={() => onWrite(name, mine)}>
            {said.putBack(called)}
          </button>
        )}
      </div>
    </div>
  );
}
