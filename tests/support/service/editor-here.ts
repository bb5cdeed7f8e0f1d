import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { onTestFinished } from "vitest";
import type { ProposalParts } from "../../../api/editor/parts.ts";
import { type Editor, startEditor } from "../../../api/editor/start.ts";
import { backendOf } from "../../../data/backend.ts";
import { deadlineIn } from "../../../data/deadline.ts";
import { invitationOf, type LinkTerms, makeLink, ownLinkOf } from "../../../data/links.ts";
import type { AccessStore, Scope, StoreBackend } from "../../../data/store.ts";
import { readAppAddress, readInstallation } from "../../../schema/settings/settings.ts";
import { newToken } from "../../../schema/token/token.ts";
import type { PageBrand } from "../../../web/brand.tsx";
import { temporaryFolder } from "../folder.ts";
import { type Ask, asking, type Reply } from "../network/http.ts";
import { type OnFinished, shared } from "../shared.ts";
import { draftWith } from "../texts/notices.ts";
import { type Description, undescribed } from "./described.ts";

/** The editor in this process, on a real port and a real store. */
export interface EditorHere {
  url: string;
  port: number;
  /** Asks it as a program does, with no header that is not given; fails on an answer that its description does not name. */
  ask: Ask;
  backend: StoreBackend;
  database: string;
  /** The environment of a command that works on the same store. */
  env: NodeJS.ProcessEnv;
  /** A link for whoever has the shell, or for others. */
  makeLink(terms?: LinkTerms): Promise<string>;
  stop: Editor["stop"];
  /** The secret of a new link. */
  secret(terms?: LinkTerms): Promise<string>;
  /** Signs in with a link, and gives what the page sends from then on. */
  signIn(): Promise<SessionHeaders>;
  /** The secret of a new link for a colleague. */
  invite(name: string, scope?: "read" | "write", expiresMs?: number): Promise<string>;
  /** Adds a token to the store, and gives it. */
  addToken(name: string, scope?: Scope, lifetimeMs?: number): Promise<string>;
  revokeToken(name: string): Promise<void>;
  /** Lets time pass for the editor, in ms. */
  pass(ms: number): void;
  /** What it told whoever runs it. */
  reports: string[];
}

/** What comes with each request of somebody who is signed in. */
export type SessionHeaders = { Cookie: string; "Session-Key"?: string };

/** Those headers, from the answer to a sign-in. */
export function sessionOf({ headers, body }: Reply): SessionHeaders {
  const [cookie = ""] = String(headers["set-cookie"]?.[0]).split(";");
  const { key } = JSON.parse(body);
  return { Cookie: cookie, ...(key && { "Session-Key": key }) };
}

interface Options {
  /** Where browsers find it, if that is not where it listens. */
  origin?: string;
  /** The folder with its built files; by default, one with a page that is nearly empty. */
  folder?: string | undefined;
  trustedProxies?: string[];
  /** The URL of a database for its store; by default, that is in a file of its own. */
  database?: string;
  brand?: PageBrand | undefined;
  /** What APP_URL says. */
  appUrl?: string | undefined;
  /** What SWITCH says; by default, there is no such folder. */
  switch?: string | undefined;
  /** Its chat model; by default, it has none. */
  proposals?: ProposalParts | undefined;
  onFinished?: OnFinished;
}

/** Starts the editor in this process, with a store of its own whose only revision is that of `draftWith()`. */
export async function editHere(options: Options = {}): Promise<EditorHere> {
  const { origin, trustedProxies = [], brand, onFinished = onTestFinished } = options;
  const path = temporaryFolder(onFinished);
  const database = options.database ?? join(path, "notice.db");
  const env = { ...process.env, DATABASE: database, STATE_DIR: path, NOTICE_AUTHOR: "anna" };
  const installation = readInstallation(env);
  const backend = await backendOf(installation);
  await backend.create({ ...draftWith(), number: 1 });
  const reports: string[] = [];
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const editor = await startEditor(
    {
      backend,
      trustedProxies,
      brand,
      app: readAppAddress(options.appUrl).url,
      switch: options.switch,
      proposals: options.proposals,
      now,
      lastKnownGood: installation.lastKnownGood,
      folder: options.folder ?? makePage(path),
      version: installation.version,
      report: (line) => void reports.push(line),
    },
    { host: "127.0.0.1", port: 0, origin },
  );
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= editor.stop());
  onFinished(stop);
  const url = `http://127.0.0.1:${editor.port}`;
  const askPlainly = asking(url);
  const { host } = new URL(editor.origin);
  const description = await describedBy(`${options.proposals !== undefined} ${options.switch}`, () =>
    askPlainly({ url: "/api/openapi.json", headers: { Host: host } }),
  );
  const ask: Ask = async (asked) => {
    const answer = await askPlainly(asked);
    const fault = undescribed(description, asked, answer);
    if (fault) throw new Error(fault);
    return answer;
  };
  const linkFor = async (terms = ownLinkOf("anna", now())): Promise<string> =>
    (await makeLink(backend, editor.origin, terms, now(), deadlineIn())).link;
  const secret = async (terms?: LinkTerms) => new URL(await linkFor(terms)).hash.replace("#link=", "");
  const withAccess = async (work: (access: AccessStore) => Promise<unknown>) => {
    const access = await backend.openAccess();
    await work(access).finally(() => access.close());
  };
  const signIn = async (): Promise<SessionHeaders> => {
    const headers = { "Content-Type": "application/json", Host: host };
    const payload = JSON.stringify({ secret: await secret() });
    return sessionOf(await ask({ method: "POST", url: "/api/session", headers, payload }));
  };
  return {
    url,
    ask,
    backend,
    database,
    env,
    stop,
    secret,
    reports,
    port: editor.port,
    makeLink: linkFor,
    signIn,
    invite: (name, scope = "write", expiresMs) => secret(invitationOf(name, scope, now(), expiresMs)),
    async addToken(name, scope = "write", lifetimeMs = 3_600_000) {
      const { text, stored } = newToken("token" as const, { name, scope, lifetimeMs }, now());
      await withAccess((access) => access.addToken(stored));
      return text;
    },
    revokeToken: (name) => withAccess((access) => access.revoke(name, now().toISOString())),
    pass: (ms) => {
      passed += ms;
    },
  };
}

const descriptions = new Map<string, Description>();

/** What an editor says of its API, which is the same for all that have the same parts. */
async function describedBy(parts: string, read: () => Promise<Reply>): Promise<Description> {
  const description = descriptions.get(parts) ?? (await read()).json();
  descriptions.set(parts, description);
  return description;
}

/** A built page that is nearly empty, with a script beside which its compressed form is. */
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
