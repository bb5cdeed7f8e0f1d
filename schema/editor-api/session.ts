import type { FromSchema } from "json-schema-to-ts";
import { object, timeSchema } from "./parts.ts";
import { newTokenSchema } from "./tokens.ts";

/** The credential of a sign-in. */
export const signInSchema = {
  title: "SignIn",
  description:
    "The secret of a link by `notice editor` or of an invitation, which is spent by that, or a token",
  type: "object",
  oneOf: [
    object(["secret"], { secret: { type: "string" } }),
    object(["token"], { token: { type: "string" } }),
    object(["invitation"], { invitation: { type: "string" } }),
  ],
} as const;

/** What a sign-in returns besides the cookie. */
export const signedInSchema = {
  title: "SignedIn",
  description:
    "The key of the session. The cookie is worth nothing without it, as browsers send cookies to every port of a host. After an invitation also the token that it made",
  ...object(["key"], { key: { type: "string", pattern: "^[\\w-]{43}$" }, made: newTokenSchema }),
} as const;

export type SignedIn = FromSchema<typeof signedInSchema>;

/** Where requests with the cookie send the key: in a header or, from a form, in a field. */
export const sessionKeyHeader = "Session-Key";
export const sessionKeyField = "key";

/** Who is signed in. */
export const sessionSchema = {
  title: "Session",
  description: "Who is signed in, how, and until when",
  ...object(["name", "scope", "via", "expiresAt"], {
    name: { description: "the author in the history", type: "string" },
    scope: { description: "what they may do; write includes read", enum: ["read", "write"] },
    via: { enum: ["link", "token"] },
    expiresAt: timeSchema,
  }),
} as const;

/** The session, if a chat model is set up. */
export const sessionWithProposalsSchema = {
  ...sessionSchema,
  properties: {
    ...sessionSchema.properties,
    proposals: { description: "there, as a chat model proposes words here", const: true },
  },
} as const;

export type Session = FromSchema<typeof sessionWithProposalsSchema>;
