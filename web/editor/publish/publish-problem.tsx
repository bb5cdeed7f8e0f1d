import type { Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import { CodeText } from "../controls/code-text.tsx";
import { SignIn } from "../session/sign-in.tsx";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { isUnanswered } from "../trouble/trouble.ts";

interface Props {
  problem: Problem;
  client: Client;
  onSignedIn: () => void;
}

/** Why nothing was published, or why nobody knows whether it was, and the way on. */
export function PublishProblem({ problem, client, onSignedIn }: Props) {
  const { status, errors = [] } = problem;
  const isUnsure = isUnanswered(problem) || status === 504;
  return (
    <div className="warning" role="alert">
      <p>
        <CodeText>{status === 401 ? texts.session.again : describeProblem(problem)}</CodeText>
      </p>
      {isUnsure && <p>{texts.publish.unsure}</p>}
      {errors.length > 1 && (
        <ul>
          {errors.map(({ detail }) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {status === 401 && <SignIn client={client} onSignedIn={onSignedIn} />}
    </div>
  );
}
