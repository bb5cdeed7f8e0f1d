import type { ErrorCode } from "../../../schema/errors/notice-error.ts";
import type { Problem } from "../client/problem.ts";
import { inEnglish } from "../language.ts";
import { texts } from "../texts.ts";
import { type Trouble, troubleHere } from "./trouble.ts";

/** Why the editor cannot work right now, in a sentence or two. */
export function describeTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case "signed-out":
      return texts.session.again;
    case "other":
      return inEnglish(trouble.detail) || texts.trouble.other;
    default:
      return texts.trouble[trouble.kind];
  }
}

/** The page's own words for errors whose messages are for programs. */
const ownWords: Partial<Record<ErrorCode, string>> = {
  LINK_WRONG: texts.session.linkFailed,
  TOKEN_WRONG: texts.session.tokenFailed,
  SCOPE_MISSING: texts.trouble.readOnly,
};

/** Why a request failed: in the page's own words or the service's, or what a missing reply means here. */
export function describeProblem(problem: Problem): string {
  const { code, detail } = problem;
  return ownWords[code as ErrorCode] ?? (inEnglish(detail) || describeTrouble(troubleHere(problem)));
}
