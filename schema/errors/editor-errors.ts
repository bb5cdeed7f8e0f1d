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
    LINK_WRONG: () =>
      "This link was used or revoked, has expired, or is incomplete: ask whoever invited you for a new link.",
    SESSION_LOCKED: () =>
      "This request has the cookie of a sign-in, but not the key that belongs to it: sign in again, or send a token as `Authorization: Bearer`.",
    SESSION_ENDED: () => "This sign-in has ended: sign in again.",
  }),
  ...errorGroup(403, 2, {
    SCOPE_MISSING: ({ name }: { name: string }) =>
      `${name} may read, but not change anything: use a token that was created with --scope write.`,
    SHELL_NEEDED: ({ name }: { name: string }, command: string) =>
      `${name} may not invite people: sign in with a link from \`${command} editor link\`, or use \`${command} invite\`.`,
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
    LINK_INVALID: ({ reason }: { reason: string }) => reason,
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
  }),
};
