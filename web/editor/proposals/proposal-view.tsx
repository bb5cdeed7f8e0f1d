import type { ProposalReply } from "../../../schema/editor-api/proposals.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import { Button, PlainButton } from "../controls/button.tsx";
import { Said } from "../controls/said.tsx";
import { DifferenceView } from "../difference/difference-view.tsx";
import { partName } from "../difference/part-name.ts";
import { inEnglish } from "../in-english.ts";
import { said } from "./texts.ts";

interface Props {
  heading: string;
  proposal: ProposalReply;
  parts: PartOfProposal[];
  /** The tag of the translation that it is for; absent for the notice itself. */
  translation: string | undefined;
  /** The tag of the language of the notice itself. */
  language: string | undefined;
  /** The notice has changed since the request. */
  isOutdated: boolean;
  /** Writes a text into the draft. */
  onWrite: (name: Text, value: string) => void;
  onLeave: (name: Text) => void;
  onClose: () => void;
}

/** A proposal, part by part beside the draft's texts, with its hints. */
export function ProposalView(props: Props) {
  const { heading, proposal, parts, isOutdated, onWrite, onClose } = props;
  const open = parts.filter(({ state }) => state === "proposed");
  return (
    <div className="proposal">
      <h3 tabIndex={-1}>{said.line(said.heading, heading)}</h3>
      <p className="rule">{said.explain}</p>
      {isOutdated && <p className="outdated">{said.changed}</p>}
      {proposal.hints.length > 0 && (
        <div className="hints">
          <strong>{said.hints(proposal.hints.length)}</strong>
          <ul>
            {proposal.hints.map(({ field, detail }) => (
              <li key={`${field} ${detail}`}>
                <Said>{inEnglish(detail)}</Said>
              </li>
            ))}
          </ul>
        </div>
      )}
      {parts.map((part) => (
        <ProposalPart key={part.name} {...props} part={part} />
      ))}
      <div className="actions last">
        {open.length > 1 && (
          <Button
            className="plain small"
            onClick={() => {
              for (const { name, after } of open) onWrite(name, after);
            }}
          >
            {said.takeAll}
          </Button>
        )}
        <Button className="plain small" onClick={onClose}>
          {said.close}
        </Button>
      </div>
    </div>
  );
}

/** A proposed text, and its state. */
interface PartOfProposal {
  name: Text;
  /** The draft's text. */
  before: string;
  /** The proposed text. */
  after: string;
  state: "proposed" | "taken" | "left";
  /** The draft's text before the proposal was taken, or before that was undone. */
  replaced: string | undefined;
}

/** One text of a proposal as a difference from the draft, to be taken or left. */
function ProposalPart({ part, translation, language, onWrite, onLeave }: Props & { part: PartOfProposal }) {
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
        <DifferenceView changes={[change]} language={language} />
      )}
      {state === "left" && <p>{said.left}</p>}
      <div className="actions">
        {state !== "taken" && <Button onClick={() => onWrite(name, after)}>{said.take(called)}</Button>}
        {state === "proposed" && (
          <PlainButton onClick={() => onLeave(name)}>{said.leave(called)}</PlainButton>
        )}
        {mine !== undefined && (
          <PlainButton onClick={() => onWrite(name, mine)}>{said.putBack(called)}</PlainButton>
        )}
      </div>
    </div>
  );
}
