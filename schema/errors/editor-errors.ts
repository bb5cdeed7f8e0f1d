import { errorGroup } from "./error-group.ts";

interface Needed {
  /** The host that the request names; empty if it names none. */
  found: string;
  /** The editor's address. */
  origin: string;
}

/** Errors of requests to the editor, and of its start. */
export const editorErrors = {
  ...errorGroup(400, 2, {
    TOKEN_IN_URL: (_: object, command: string) =>
      `A token must not be in a URL, because histories and logs keep URLs: revoke this one with \`${command} token revoke\`, make another with \`${command} token create\`, and send it as \`Authorization: Bearer\`.`,
  }),
  ...errorGroup(401, 2, {
    CREDENTIAL_MISSING: (_: object, command: string) =>
      `This needs a sign-in: open a link from \`${command} editor link\`, or send a token as \`Authorization: Bearer\`.`,
    TOKEN_WRONG: (_: object, command: string) =>
      `This token is unknown, revoked or expired: \`${command} token list\` lists the valid ones, and \`${command} token create\` makes another.`,
    LINK_WRONG: (_: object, command: string) =>
      `This link was already used, or is older than five minutes: get another with \`${command} editor link\`.`,
    INVITATION_WRONG: () =>
      "This invitation was used or replaced, is older than 24 hours, or ended when the editor restarted: ask the person who invited you for another.",
    SESSION_LOCKED: (_: object, command: string) =>
      `This request has the cookie of a session, but not the key that the sign-in returned: sign in again with a link from \`${command} editor link\` or with a token, or send a token as \`Authorization: Bearer\`.`,
    SESSION_ENDED: (_: object, command: string) =>
      `This session has ended: sign in again with a link from \`${command} editor link\`, or with a token.`,
  }),
  ...errorGroup(403, 2, {
    SCOPE_MISSING: ({ name }: { name: string }) =>
      `${name} may read, but not change anything: use a token that was created with --scope write.`,
    SHELL_NEEDED: ({ name }: { name: string }, command: string) =>
      `${name} signed in with a token. To see tokens or invite people here, sign in with a link from \`${command} editor link\`, or use \`${command} token\`.`,
    ORIGIN_FOREIGN: ({ origin }: { origin: string }) =>
      `This request comes from another site. Only the page at ${origin} may send it: open the editor there.`,
  }),
  ...errorGroup(404, 2, {
    PATH_UNKNOWN: () => "There is nothing at this address: /api/openapi.json lists the addresses.",
  }),
  ...errorGroup(405, 2, {
    METHOD_WRONG: ({ method, allowed }: { method: string; allowed: string[] }) =>
      `This address does not take ${method}: use ${allowed.join(", ")}, as in /api/openapi.json.`,
  }),
  ...errorGroup(409, 2, {
    INVITED_NAME_TAKEN: ({ name }: { name: string }) =>
      `There is now another valid token named ${name}, and each name has one token: ask the person who invited you for an invitation under another name.`,
    INVITATIONS_OPEN: ({ count }: { count: number }) =>
      `${count} invitations are open, which is the limit: wait until one is used or 24 hours old, or restart the editor, which ends them all.`,
  }),
  ...errorGroup(413, 2, {
    DOCUMENT_TOO_LARGE: () =>
      "The request body is larger than 512 KiB, more than the longest notice needs: shorten it.",
  }),
  ...errorGroup(415, 2, {
    MEDIA_TYPE_WRONG: ({ needed }: { needed: string }) =>
      `The request's Content-Type must be ${needed}: send the body as that.`,
    CONTENT_CODING_WRONG: ({ found }: { found: string }) =>
      `The request's Content-Encoding is ${found}, but compressed bodies are not read: send the body uncompressed, without that header.`,
  }),
  ...errorGroup(421, 2, {
    HOST_FOREIGN: ({ found, origin }: Needed) =>
      found === ""
        ? `This editor is at ${origin}, and the request has no Host header: send one that names the editor.`
        : `This editor is at ${origin} and does not answer as ${found}: open it there (over SSH, forward the same port), or start it with --origin and the address that browsers use.`,
  }),
  ...errorGroup(422, 2, {
    PREVIEW_INVALID: ({ reason }: { reason: string }) => reason,
    PROPOSAL_INVALID: ({ reason }: { reason: string }) => reason,
    INVITATION_INVALID: ({ reason }: { reason: string }) => reason,
  }),
  ...errorGroup(429, 2, {
    TOO_MANY_WRONG: () =>
      "Too many wrong credentials came from this address: wait a minute, and check the token or link that is sent.",
  }),
  ...errorGroup(431, 2, {
    HEADERS_TOO_LARGE: () => "The request's headers are larger than 32 KiB: send fewer or shorter ones.",
  }),
  ...errorGroup(500, 1, {
    ADDRESS_UNUSABLE: (
      { host, port, reason }: { host: string; port: number; reason: string },
      command: string,
    ) =>
      `The editor cannot listen on port ${port} of ${host} (${reason}): give another port with --port. If an editor already runs there, get a link with \`${command} editor link\`.`,
    EDITOR_ABSENT: ({ port }: { port?: number }, command: string) =>
      `No editor of this user and this store runs here${port === undefined ? "" : ` on port ${port}`}: start one with \`${command} editor\`.`,
  }),
};
