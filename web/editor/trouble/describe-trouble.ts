import type { Problem } from "../client/problem.ts";
import { texts } from "../texts.ts";
import { type Trouble, troubleHere } from "./trouble.ts";

/** Why the editor cannot do its work right now, in a sentence or two. */
export function describeTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case "signed-out":
      return texts.session.again;
    case "other":
      return trouble.detail || texts.trouble.other;
    default:
      return texts.trouble[trouble.kind];
  }
}

/** Why a request failed: what the service says of it, else what its silence means here. */
export function describeProblem(problem: Problem): string {
  return problem.detail || describeTrouble(troubleHere(problem));
}
