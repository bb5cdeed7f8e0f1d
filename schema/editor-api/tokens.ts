import type { FromSchema } from "json-schema-to-ts";
import { object, timeSchema } from "./parts.ts";

/** How many invitations may be open at once, so that they cannot fill the memory. */
export const maxOpenInvitations = 100;

const scopeSchema = { description: "what it may do; write includes read", enum: ["read", "write"] } as const;
const ofToken = {
  name: { description: "whose it is: the author in the history", type: "string" },
  scope: scopeSchema,
  ending: { description: "its last four characters", type: "string" },
  createdAt: timeSchema,
  expiresAt: timeSchema,
} as const;

/** A token as it is shown to its holder, once. */
export const newTokenSchema = {
  title: "NewToken",
  description: "A token, which is shown only now",
  ...object(["token", "name", "scope", "ending", "createdAt", "expiresAt"], {
    token: { type: "string", pattern: "^bsn_[0-9A-Za-z]{49}$" },
    ...ofToken,
  }),
} as const;

export type ShownOnce = FromSchema<typeof newTokenSchema>;

/** The tokens, as `notice token list --json` lists them. */
export const tokenListSchema = {
  title: "TokenList",
  description: "The tokens by name, those that have expired too, as `notice token list --json` lists them",
  ...object(["tokens"], {
    tokens: {
      type: "array",
      items: {
        ...object(["name", "scope", "ending", "createdAt", "expiresAt", "expired"], {
          ...ofToken,
          expired: { type: "boolean" },
        }),
      },
    },
  }),
} as const;

export type TokenList = FromSchema<typeof tokenListSchema>;

/** An invitation: the terms of the token that is made when it is opened. */
export const invitationSchema = {
  title: "Invitation",
  description: "Whom to invite: the token that is made when the invitation is opened",
  ...object(["name", "scope", "expires"], {
    name: ofToken.name,
    scope: scopeSchema,
    expires: {
      description: "how long the token is valid, from when the invitation is opened",
      type: "string",
      pattern: "^[0-9]{1,5}[smhd]$",
      examples: ["90d"],
    },
  }),
} as const;

export type Invitation = FromSchema<typeof invitationSchema>;

/** The reply to the person who invites. */
export const invitedSchema = {
  title: "Invited",
  description: "The link to pass on. It works once, until it expires or the editor ends",
  ...object(["link", "expiresAt"], { link: { type: "string" }, expiresAt: timeSchema }),
} as const;

export type Invited = FromSchema<typeof invitedSchema>;
