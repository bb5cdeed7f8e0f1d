import type { FromSchema } from "json-schema-to-ts";
import { timeSchema } from "./parts.ts";

/** What somebody signs in with. */
export const signInSchema = {
  title: "SignIn",
  description: "The secret of a link by `npx notice editor`, which is spent by that, or a token",
  type: "object",
  oneOf: [
    { required: ["secret"], additionalProperties: false, properties: { secret: { type: "string" } } },
    { required: ["token"], additionalProperties: false, properties: { token: { type: "string" } } },
  ],
} as const;

/** Who is signed in. */
export const sessionSchema = {
  title: "Session",
  description: "Who is signed in, how, and until when",
  type: "object",
  additionalProperties: false,
  required: ["name", "scope", "via", "expiresAt"],
  properties: {
    name: { description: "the author in the history", type: "string" },
    scope: { description: "what they may do; write includes read", enum: ["read", "write"] },
    via: { enum: ["link", "token"] },
    expiresAt: timeSchema,
  },
} as const;

export type Session = FromSchema<typeof sessionSchema>;
