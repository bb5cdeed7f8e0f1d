import type { ProposalReply } from "../../../schema/editor-api/proposals.ts";
import type { Text } from "../../../schema/notice/texts.ts";
import { Said } from "../controls/said.tsx";
import { inEnglish } from "../in-english.ts";
import { type PartOfProposal, ProposalPart } from "./proposal-part.tsx";
import { said } from "./texts.ts";

interface Props {
  heading: string;
  proposal: ProposalReply;
  parts: PartOfProposal[];
  /** The tag of the translation that it is for; absent for the notice itself. */
  translation: string | undefined;
  /** What the notice itself is in. */
  language: string;
  /** The notice says something else by now. */
  isOutdated: boolean;
  /** Has the draft say something. */
  onWrite: (name: Text, value: string) => void;
  onLeave: (name: Text) => void;
  onClose: () => void;
}

/** What is proposed, part by part beside what the draft says, and what to look at in it. */
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
          <button
            type="button"
            className="plain small"
            onClick={() => {
              for (const { name, after } of open) onWrite(name, after);
            }}
          >
            {said.takeAll}
          </button>
        )}
        <button type="button" className="plain small" onClick={onClose}>
          {said.close}
        </button>
      </div>
    </div>
  );
}
