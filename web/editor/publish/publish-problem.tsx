import type { Problem } from "../client/problem.ts";
import type { Commands } from "../commands.ts";
import { Said, Sentence } from "../controls/said.tsx";
import { faultInWords } from "../faults.ts";
import { SignIn } from "../session/sign-in.tsx";
import { texts } from "../texts.ts";
import { describeProblem, describeTrouble } from "../trouble/describe-trouble.ts";
import { isCutOff, isUnanswered, type Trouble, troubleHere } from "../trouble/trouble.ts";

interface Props {
  problem: Problem;
  /** Why the editor cannot work now. */
  trouble: Trouble | undefined;
  commands: Commands;
}

/** Why nothing was published, or why that is unknown, and what to do. */
export function PublishProblem({ problem, trouble, commands }: Props) {
  const { status, errors = [] } = problem;
  const isUnsure = isUnanswered(problem) || status === 504;
  // A missing reply or a lost session may be over by now, so the current trouble counts.
  const reason = isCutOff(troubleHere(problem))
    ? trouble && isCutOff(trouble) && describeTrouble(trouble)
    : [describeProblem(problem), ...errors.slice(0, 1).map(faultInWords)].at(-1);
  return (
    <div className="warning" role="alert">
      {reason && <Sentence>{reason}</Sentence>}
      {isUnsure && <p>{texts.publish.unsure}</p>}
      {errors.length > 1 && (
        <ul>
          {errors.map((fault) => (
            <li key={fault.detail}>
              <Said>{faultInWords(fault)}</Said>
            </li>
          ))}
        </ul>
      )}
      {trouble?.kind === "signed-out" && <SignIn commands={commands} />}
    </div>
  );
}
