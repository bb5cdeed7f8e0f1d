import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { startEditor } from "../../../api/editor/start.ts";
import { backendOf } from "../../../data/backend.ts";
import { deadlineIn } from "../../../data/deadline.ts";
import { invitationOf, type LinkTerms, makeLink, ownLinkOf } from "../../../data/links.ts";
import type { AccessStore, Scope } from "../../../data/store.ts";
import { readAppAddress, readInstallation } from "../../../schema/settings/settings.ts";
import { newToken } from "../../../schema/token/token.ts";
import { temporaryFolder } from "../folder.ts";
import { type Ask, type Asked, asking, type Reply } from "../network/http.ts";
import { type OnFinished, shared } from "../shared.ts";
import { draftWith } from "../texts/notices.ts";

/** The editor in this process, on a real port and a real store. */
export type EditorHere = Awaited<ReturnType<typeof editHere>>;

/** The headers of a signed-in person's requests. */
export type SessionHeaders = { Cookie: string; "Session-Key"?: string };

/** Those headers, from the reply to a sign-in. */
export function sessionOf({ headers, body }: Reply): SessionHeaders {
  const [cookie = ""] = String(headers["set-cookie"]?.[0]).split(";");
  const { key } = JSON.parse(body);
  return { Cookie: cookie, ...(key && { "Session-Key": key }) };
}

/** The headers of a program with a token. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
/** The status of a reply, and the code of its problem. */
export const outcomeOf = ({ statusCode, body }: Reply) => [statusCode, body && JSON.parse(body).code];

type Parts = Parameters<typeof startEditor>[0];
interface Options extends Partial<Pick<Parts, "brand" | "switch" | "proposals" | "trustedProxies">> {
  /** Where browsers find it, if that is not where it listens. */
  origin?: string;
  /** The folder with its built files; by default, one with a page that is nearly empty. */
  folder?: string | undefined;
  /** The URL of a database for its store; by default, that is in a file of its own. */
  database?: string;
  /** The setting APP_URL. */
  appUrl?: string | undefined;
  onFinished?: OnFinished;
}

/** Starts the editor in this process, with a store of its own whose only revision is that of `draftWith()`. */
export async function editHere(options: Options = {}) {
  const { origin, folder, database, appUrl, onFinished = onTestFinished, ...parts } = options;
  const path = temporaryFolder(onFinished);
  const DATABASE = database ?? join(path, "notice.db");
  const env = { ...process.env, DATABASE, STATE_DIR: path, NOTICE_AUTHOR: "anna" };
  const { lastKnownGood, version, ...installation } = readInstallation(env);
  const backend = await backendOf(installation);
  await backend.create({ ...draftWith(), number: 1 });
  const reports: string[] = [];
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const report = (line: string) => void reports.push(line);
  const app = readAppAddress(appUrl).url;
  const editor = await startEditor(
    {
      ...{ trustedProxies: [], brand: undefined, switch: undefined, proposals: undefined, ...parts },
      ...{ backend, app, now, lastKnownGood, version, report, folder: folder ?? makePage(path) },
    },
    { host: "127.0.0.1", port: 0, origin },
  );
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= editor.stop());
  onFinished(stop);
  const url = `http://127.0.0.1:${editor.port}`;
  const askPlainly = asking(url);
  const { host } = new URL(editor.origin);
  const described = await askPlainly({ url: "/api/openapi.json", headers: { Host: host } });
  const description: Description = described.json();
  const ask: Ask = async (asked) => {
    const reply = await askPlainly(asked);
    assertDescribed(description, asked, reply);
    return reply;
  };
  const send = (method: string, url: string, body?: unknown, headers?: Asked["headers"]) => {
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const payload = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    return ask({ method, url, headers: { ...type, ...headers }, ...(payload !== undefined && { payload }) });
  };
  const linkFor = async (terms = ownLinkOf("anna", now())): Promise<string> =>
    (await makeLink(backend, editor.origin, terms, now(), deadlineIn())).link;
  const secret = async (terms?: LinkTerms) => new URL(await linkFor(terms)).hash.replace("#link=", "");
  const withAccess = async (work: (access: AccessStore) => Promise<unknown>) => {
    const access = await backend.openAccess();
    await work(access).finally(() => access.close());
  };
  return {
    ...{ url, backend, database: DATABASE, stop },
    port: editor.port,
    /** Sends a request as it is given. Fails if the API's description does not name the reply. */
    ask,
    /** Sends a body as JSON; a string is sent as it is. */
    send,
    /** The environment of a command that works on the same store. */
    env,
    /** What the editor reported to its user. */
    reports,
    /** Makes a link, by default one of the user of the shell. */
    makeLink: linkFor,
    /** The secret of such a link. */
    secret,
    /** The secret of a link for a colleague. */
    invite: (name: string, scope: "read" | "write" = "write", expiresMs?: number) =>
      secret(invitationOf(name, scope, now(), expiresMs)),
    /** Signs in with a link. */
    signIn: async () =>
      sessionOf(await send("POST", "/api/session", { secret: await secret() }, { Host: host })),
    async addToken(name: string, scope: Scope = "write", lifetimeMs = 3_600_000) {
      const { text, stored } = newToken("token" as const, { name, scope, lifetimeMs }, now());
      await withAccess((access) => access.addToken(stored));
      return text;
    },
    revokeToken: (name: string) => withAccess((access) => access.revoke(name, now().toISOString())),
    /** Lets time pass for the editor, in ms. */
    pass(ms: number): void {
      passed += ms;
    },
  };
}

/** A reply as `/api/openapi.json` describes it. */
export interface Described {
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}
export interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, object> };
  responses: Record<string, Described>;
}
export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** How an operation describes its reply with a status: every error has one description. */
export function describedReply({ responses }: Operation, status: number): Described | undefined {
  return status < 400 ? responses[status] : responses.default;
}

/** Refusals of the guard, which need no description. */
const refusals = [400, 403, 421, 431];

function assertDescribed(description: Description, { method = "GET", url = "/" }: Asked, reply: Reply): void {
  const { statusCode, headers, body } = reply;
  const type = headers["content-type"]?.split(";")[0] ?? "";
  const routed = url.replaceAll(/%[0-7][0-9a-f]/gi, decodeURI);
  const [, operations] =
    Object.entries(description.paths).find(([path]) =>
      new RegExp(`^${path.replace("{revision}", "[1-9]\\d{0,15}")}(?:[?#]|$)`).test(routed),
    ) ?? [];
  const operation = operations?.[method.toLowerCase()] ?? (method === "HEAD" ? operations?.get : undefined);
  const isDescribed = (): boolean => {
    if (!operations) return !routed.startsWith("/api/") || [404, ...refusals].includes(statusCode);
    if (!operation) return [405, ...refusals].includes(statusCode);
    const described = describedReply(operation, statusCode);
    return described?.content ? type in described.content : described !== undefined && body === "";
  };
  if (isDescribed()) return;
  const found = `${statusCode} ${type} ${body.slice(0, 200)}`;
  throw new Error(`The description of the API does not name this reply to ${method} ${url}: ${found}`);
}

/** A nearly empty built page, with a script and its compressed form. */
function makePage(parent: string): string {
  const folder = join(parent, "editor");
  mkdirSync(join(folder, "assets"), { recursive: true });
  const script = 'document.title = "Editor, running";';
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><title>Editor</title><script src="/assets/a.js"></script>',
  );
  writeFileSync(join(folder, "assets", "a.js"), script);
  writeFileSync(join(folder, "assets", "a.js.br"), brotliCompressSync(script));
  symlinkSync(resolve("dist/editor/preview"), join(folder, "preview"));
  return folder;
}

/** An editor with its built page, for all tests of a file. */
export function sharedEditor(
  makeOptions: (onFinished: OnFinished) => Promise<Options> | Options = () => ({}),
): () => EditorHere {
  return shared(async (onFinished) =>
    editHere({ folder: resolve("dist/editor"), onFinished, ...(await makeOptions(onFinished)) }),
  );
}
