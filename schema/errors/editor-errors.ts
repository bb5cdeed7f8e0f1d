import { errorGroup } from "./error-group.ts";

interface Needed {
  /** What was asked for; empty if nothing was. */
  found: string;
  /** Where the editor is. */
  origin: string;
}

/** What can be wrong with a request to the editor, or with how the editor is started. */
export const editorErrors = {
  ...errorGroup(400, 2, {
    TOKEN_IN_URL: (_: object, command: string) =>
      `A token must not be in a URL, which histories and logs keep: send it as \`Authorization: Bearer\`, and replace this one with \`${command} token revoke\` and \`${command} token create\`.`,
  }),
  ...errorGroup(401, 2, {
    CREDENTIAL_MISSING: (_: object, command: string) =>
      `This needs a sign-in: open a link from \`${command} editor link\`, or send a token as \`Authorization: Bearer\`.`,
    TOKEN_WRONG: (_: object, command: string) =>
      `This token is unknown, revoked or expired: \`${command} token list\` shows those that are valid, and \`${command} token create\` makes another.`,
    LINK_WRONG: (_: object, command: string) =>
      `This link has been used, or is older than five minutes: get another with \`${command} editor link\`.`,
    INVITATION_WRONG: () =>
      "This invitation has been used or replaced, is older than 24 hours, or ended when the editor was restarted: ask whoever invited you for another.",
    SESSION_LOCKED: (_: object, command: string) =>
      `This request has the cookie of a session, but not its key, which the page was given when it signed in: sign in again with a link from \`${command} editor link\` or with a token, or send a token as \`Authorization: Bearer\`.`,
    SESSION_ENDED: (_: object, command: string) =>
      `This session has ended: sign in again with a link from \`${command} editor link\`, or with a token.`,
  }),
  ...errorGroup(403, 2, {
    SCOPE_MISSING: ({ name }: { name: string }) =>
      `${name} may read, but not change anything: use a token that was created with --scope write.`,
    SHELL_NEEDED: ({ name }: { name: string }, command: string) =>
      `${name} came with a token, and only whoever signed in with a link from \`${command} editor link\` sees the tokens and invites others here: sign in with one, or use \`${command} token\`.`,
    ORIGIN_FOREIGN: ({ origin }: { origin: string }) =>
      `This request comes from another site, and only the page at ${origin} may send it: open the editor there.`,
  }),
  ...errorGroup(404, 2, {
    PATH_UNKNOWN: () => "There is nothing at this address: /api/openapi.json lists what there is.",
  }),
  ...errorGroup(405, 2, {
    METHOD_WRONG: ({ method, allowed }: { method: string; allowed: string[] }) =>
      `${method} is no method of this address, which takes ${allowed.join(", ")}: /api/openapi.json lists what there is.`,
  }),
  ...errorGroup(409, 2, {
    INVITED_NAME_TAKEN: ({ name }: { name: string }) =>
      `Meanwhile there is a valid token named ${name}, and a name has one token: ask whoever invited you for an invitation under another name.`,
    INVITATIONS_OPEN: ({ count }: { count: number }) =>
      `${count} invitations are open, and there can be no more at once: wait until one is used or is 24 hours old, or restart the editor, which ends them all.`,
  }),
  ...errorGroup(413, 2, {
    DOCUMENT_TOO_LARGE: () =>
      "The request body is larger than 512 KiB, which is more than the longest notice needs: shorten it.",
  }),
  ...errorGroup(415, 2, {
    MEDIA_TYPE_WRONG: ({ needed }: { needed: string }) =>
      `The request's Content-Type must be ${needed}: send the body as that.`,
    CONTENT_CODING_WRONG: ({ found }: { found: string }) =>
      `The request's Content-Encoding is ${found}, and a compressed body is not read here: send it as it is, without that header.`,
  }),
  ...errorGroup(421, 2, {
    HOST_FOREIGN: ({ found, origin }: Needed) =>
      found === ""
        ? `This editor is at ${origin}, and the request has no Host header: open the editor there, or send one that names it.`
        : `This editor is at ${origin} and does not answer as ${found}: open it there (over SSH, forward the same port), or start it with --origin and the address that browsers use.`,
  }),
  ...errorGroup(422, 2, {
    PREVIEW_INVALID: ({ reason }: { reason: string }) => reason,
    PROPOSAL_INVALID: ({ reason }: { reason: string }) => reason,
    INVITATION_INVALID: ({ reason }: { reason: string }) => reason,
  }),
  ...errorGroup(429, 2, {
    TOO_MANY_WRONG: () =>
      "Too many wrong credentials came from this address: wait a minute, and check the one that is sent.",
  }),
  ...errorGroup(431, 2, {
    HEADERS_TOO_LARGE: () => "The request's headers are larger than 32 KiB: send fewer or shorter ones.",
  }),
  ...errorGroup(500, 1, {
    ADDRESS_UNUSABLE: (
      { host, port, reason }: { host: string; port: number; reason: string },
      command: string,
    ) =>
      `The editor cannot listen on port ${port} of ${host} (${reason}): give another with --port, or for an editor that runs there already, get a link with \`${command} editor link\`.`,
    EDITOR_ABSENT: ({ port }: { port?: number }, command: string) =>
      `No editor of this user and this store runs here${port === undefined ? "" : ` on port ${port}`}: start one with \`${command} editor\`.`,
  }),
};
