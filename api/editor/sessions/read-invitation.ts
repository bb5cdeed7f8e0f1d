import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { readDuration } from "../../../schema/text/duration.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import type { TokenTerms } from "../../../schema/token/new-token.ts";
import { readTokenName, tokenNameRule } from "../../../schema/token/token-name.ts";

const fields = ["name", "scope", "expires"];

/** What a token is to be that somebody is invited to. @throws NoticeError INVITATION_INVALID */
export function readInvitation(body: unknown): TokenTerms {
  const given = Object.keys(Object(body));
  if (
    Array.isArray(body) ||
    given.length !== fields.length ||
    !fields.every((field) => given.includes(field))
  )
    throw invalid('An invitation is {"name": "anna", "scope": "write", "expires": "90d"}: send these three.');
  const { name, scope, expires } = body as Record<string, unknown>;
  const known = typeof name === "string" ? readTokenName(name) : undefined;
  if (known === undefined) throw invalid(`"name" ${tokenNameRule}, not ${showValue(name)}.`);
  if (scope !== "read" && scope !== "write")
    throw invalid(`"scope" must be "read" or "write", not ${showValue(scope)}.`);
  const lifetimeMs = typeof expires === "string" ? readDuration(expires) : undefined;
  if (!lifetimeMs)
    throw invalid(
      `"expires" must be how long the token is valid, such as 12h or 90d and more than 0, not ${showValue(expires)}.`,
    );
  return { name: known, scope, lifetimeMs };
}

function invalid(reason: string): NoticeError {
  return new NoticeError("INVITATION_INVALID", { reason });
}
