import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import type { Problem } from "../client/problem.ts";
import { Sentence } from "../controls/said.tsx";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { isUnanswered } from "../trouble/trouble.ts";
import { said } from "./texts.ts";

/** Why there is no proposal. */
export function ProblemOfAsked({ problem }: { problem: Problem }) {
  const isAtLimit = problem.code === ("LIMIT_REACHED" satisfies ErrorCode);
  const sentence = isAtLimit ? said.limitReached : describeProblem(problem);
  return (
    <Sentence className="fault">{isUnanswered(problem) ? `${sentence} ${said.paidOnce}` : sentence}</Sentence>
  );
}
