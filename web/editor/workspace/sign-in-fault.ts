import type { Problem } from "../client/problem.ts";
import { texts } from "../texts.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";

const said = texts.session;

/** Why a link or a token did not sign in, in a sentence or two. */
export function signInFault(problem: Problem, isLink: boolean): string {
  if (problem.status !== 401) return describeProblem(problem);
  return isLink ? said.linkFailed : said.tokenFailed;
}
