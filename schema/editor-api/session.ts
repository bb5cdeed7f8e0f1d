import type { FromSchema } from "json-schema-to-ts";
import { object, timeSchema } from "./parts.ts";

export const signInSchema = {
  title: "SignIn",
  description: "The secret of a link, which is spent by that, or a token",
  type: "object",
  oneOf: [
    object(["secret"], { secret: { type: "string" } }),
    object(["token"], { token: { type: "string" } }),
  ],
} as const;

/** What a sign-in returns besides the cookie. */
export const signedInSchema = {
  title: "SignedIn",
  description:
    "On loopback, the key of the sign-in: the cookie is worth nothing without it, as browsers send cookies to every port of a host",
  ...object([], { key: { type: "string", pattern: "^\\w{26}$" } }),
} as const;

export type SignedIn = FromSchema<typeof signedInSchema>;

export const sessionSchema = {
  title: "Session",
  description: "Who is signed in, and until when",
  ...object(["name", "scope", "expiresAt"], {
    name: { description: "the author in the history", type: "string" },
    scope: {
      description: "what they may do; write includes read, and invite includes both",
      enum: ["read", "write", "invite"],
    },
    expiresAt: timeSchema,
    proposals: { description: "there if a chat model proposes words here", const: true },
  }),
} as const;

export type Session = FromSchema<typeof sessionSchema>;

/** Whom a link is for. */
export const linkRequestSchema = {
  title: "LinkRequest",
  description: "Whom to invite",
  ...object(["name"], { name: sessionSchema.properties.name }),
} as const;

/** The reply to the person who invites. */
export const linkSchema = {
  title: "Link",
  description: "The link to pass on. It signs one person in, once",
  ...object(["link", "expiresAt"], { link: { type: "string" }, expiresAt: timeSchema }),
} as const;

export type Link = FromSchema<typeof linkSchema>;
