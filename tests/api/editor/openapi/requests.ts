import { renameSync } from "node:fs";
import type { Asked, Reply } from "../../../support/network/http.ts";
import type { Description, Operation } from "../../../support/service/described.ts";
import type { EditorHere, SessionHeaders } from "../../../support/service/editor-here.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

/** What has no body to send: that of a request is never read. */
const looks = [
  "getNotice",
  "listRevisions",
  "getRevision",
  "getSession",
  "listNodes",
  "getApp",
  "getUsage",
  "listTokens",
  "checkHealth",
  "describeApi",
];
/** The type of a form that a browser sends into a frame. */
export const formType = "multipart/form-data";
const boundary = "----a-boundary-has-at-least-27-characters";
const inForm = (text = "") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="preview"\r\n\r\n${text}\r\n--${boundary}--\r\n`;

/** The brief of which the chat model wants to know nothing. */
export const refusedBrief = "refused";
const draftOf = (brief: string) => JSON.stringify({ draft: { brief } });
/** What a page sends to invite somebody. */
export const invitationFor = (name: string) => JSON.stringify({ name, scope: "read", expires: "1h" });
/** What no token is enough for. */
const byLink = ["listTokens", "invite"];

/** A request that each operation answers as it should. */
const good: Record<string, (editor: EditorHere) => Asked> = {
  getNotice: () => ({}),
  replaceNotice: () => ({
    headers: { "If-Match": "*" },
    payload: JSON.stringify(noticeWith({ title: "x" })),
  }),
  changeNotice: () => ({ payload: '{"message":"Back at nine."}' }),
  validateNotice: () => ({ payload: JSON.stringify(noticeWith()) }),
  listRevisions: () => ({}),
  getRevision: () => ({}),
  rollBack: () => ({}),
  signIn: (editor) => ({ payload: JSON.stringify({ secret: editor.secret() }) }),
  getSession: () => ({}),
  signOut: () => ({}),
  preview: () => ({ payload: JSON.stringify({ notice: noticeWith(), language: "de" }) }),
  listNodes: () => ({}),
  getApp: () => ({}),
  propose: () => ({ payload: draftOf("moving db") }),
  getUsage: () => ({}),
  listTokens: () => ({}),
  invite: () => ({ payload: invitationFor("somebody") }),
  checkHealth: () => ({}),
  describeApi: () => ({}),
};

interface Credentials {
  token: string;
  /** That of a session, whose key nobody has. */
  cookie: string;
  /** What comes with a request of somebody who signed in with a link. */
  session: SessionHeaders;
  /** The secret of an invitation under the name of a token that was made since. */
  invitation: string;
}

/** What turns such a request into one that is answered with a status; a preparation may be undone. */
type Turn = (
  asked: Asked,
  operationId: string,
  credentials: Credentials,
  editor: EditorHere,
) => Asked | { asked: Asked; undo(): void };
const withHeaders = (asked: Asked, headers: object): Asked => ({
  ...asked,
  headers: { ...asked.headers, ...headers },
});
const turns: Record<string, Turn> = {
  200: (asked) => asked,
  204: (asked) => asked,
  304: (asked) => withHeaders(asked, { "If-None-Match": "*" }),
  400: (asked) => ({ ...asked, url: `${asked.url}?token=bsn_0` }),
  401: (asked, id, { cookie }) => {
    if (id === "signIn") return { ...asked, payload: '{"token":"bsn_0"}' };
    // Nobody needs a credential for the description, and a wrong one is refused.
    if (id === "describeApi") return withHeaders(asked, { Authorization: "Bearer bsn_0" });
    const noKey = { Authorization: undefined, "Session-Key": undefined };
    return withHeaders(asked, { ...noKey, Cookie: cookie, "Sec-Fetch-Site": "same-origin" });
  },
  403: (asked) => withHeaders(asked, { "Sec-Fetch-Site": "cross-site" }),
  404: (asked) => ({ ...asked, url: asked.url?.replace("/1", "/999") ?? "" }),
  409: (asked, id, { invitation }) => ({
    ...asked,
    payload: id === "signIn" ? JSON.stringify({ invitation }) : invitationFor("invited"),
  }),
  412: (asked) => withHeaders(asked, { "If-Match": '"1-00000000"' }),
  413: (asked) => {
    const payload = `{"title":"${"x".repeat(512 * 1024)}"}`;
    const type = asked.headers?.["Content-Type"] ?? "application/json";
    return { ...withHeaders(asked, { "Content-Type": type }), payload };
  },
  415: (asked, id) => {
    const isForm = String(asked.headers?.["Content-Type"]).startsWith(formType);
    const wrong =
      isForm || looks.includes(id) ? { "Content-Encoding": "gzip" } : { "Content-Type": "text/plain" };
    const payload = asked.payload ?? "{}";
    return { ...withHeaders(asked, wrong), payload };
  },
  421: (asked) => withHeaders(asked, { Host: "rebind.example" }),
  422: (asked, id) =>
    id === "rollBack"
      ? withHeaders(asked, { "Idempotency-Key": "taken" })
      : { ...asked, payload: id === "preview" ? '{"notice":{}}' : '{"status":1}' },
  428: (asked) => withHeaders(asked, { "If-Match": undefined }),
  429: (asked, id) =>
    id === "signIn"
      ? { ...asked, payload: '{"token":"bsn_0"}' }
      : withHeaders(asked, { Authorization: "Bearer bsn_0" }),
  431: (asked) => withHeaders(asked, { "X-Large": "x".repeat(33 * 1024) }),
  502: (asked) => ({ ...asked, payload: draftOf(refusedBrief) }),
  503: (asked, id, { token }, { database }) => {
    renameSync(database, `${database}-away`);
    const undo = () => renameSync(`${database}-away`, database);
    return { asked: id === "signIn" ? { ...asked, payload: JSON.stringify({ token }) } : asked, undo };
  },
};

export interface Case {
  method: string;
  path: string;
  operation: Operation;
  status: string;
  /** The type of what is sent. */
  type: string | undefined;
}

/**
 * Each operation with each type that it takes and each of its statuses, but 504, which `tests/postgres` has, and 408,
 * for which nobody waits here.
 */
export function* casesOf({ paths }: Description): Generator<Case> {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const types = Object.keys(operation.requestBody?.content ?? {});
      for (const status of Object.keys(operation.responses))
        for (const type of types.length === 0 ? [undefined] : types)
          if (!["408", "504", "default"].includes(status)) yield { method, path, operation, status, type };
    }
  }
}

/** Asks so that the answer has the status of a case. */
export async function askFor(
  { method, path, operation: { operationId }, status, type }: Case,
  editor: EditorHere,
  credentials: Credentials,
): Promise<Reply> {
  const bearer = { Authorization: `Bearer ${credentials.token}` };
  const asked: Asked = {
    ...good[operationId]?.(editor),
    method: method.toUpperCase(),
    url: path.replace("{revision}", "1"),
  };
  const isForm = type === formType;
  const ofType = type && { "Content-Type": isForm ? `${type}; boundary=${boundary}` : type };
  const own = { "Sec-Fetch-Site": "same-origin", ...credentials.session };
  const known = withHeaders(asked, { ...(byLink.includes(operationId) ? own : bearer), ...ofType });
  const turned = turns[status]?.(known, operationId, credentials, editor) ?? known;
  const prepared = "undo" in turned ? turned : { asked: turned, undo: () => {} };
  const { headers = {}, payload, ...rest } = prepared.asked;
  const body = isForm ? inForm(payload) : payload;
  const length = body !== undefined && { "Content-Length": Buffer.byteLength(body) };
  const given = Object.entries({ ...headers, ...length }).filter(([, value]) => value !== undefined);
  const answer = await editor.ask({
    ...rest,
    headers: Object.fromEntries(given),
    ...(body !== undefined && { payload: body }),
  });
  prepared.undo();
  return answer;
}
