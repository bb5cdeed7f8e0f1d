import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, fstatSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Address, type Editor, startEditor } from "../../api/editor/start.ts";
import { defaultLimits, namesProxy } from "../../api/models/deployment.ts";
import { createChat } from "../../api/models/models.ts";
import { loadBrand } from "../../api/runtime/brand.ts";
import { deadlineIn } from "../../data/deadline.ts";
import { makeLink, ownLinkOf } from "../../data/links.ts";
import { type StoreBackend, whileOpen } from "../../data/store.ts";
import { messageFor, NoticeError } from "../../schema/errors/notice-error.ts";
import { type Config, type Installation, readAppAddress } from "../../schema/settings/settings.ts";
import { type Environment, withoutSecrets } from "../../schema/settings/settings-schema.ts";
import { readList } from "../../schema/validation/formats.ts";
import type { Context } from "../terminal/context.ts";
import { assertSafe, originOf } from "./address.ts";

/**
 * Runs the editor until this process is told to end.
 * @throws NoticeError USAGE, STORE_…, BUILD_MISSING, ADDRESS_UNUSABLE
 */
export async function runEditor(context: Context, given: Address): Promise<void> {
  const { host, port } = given;
  const address = { host, port, origin: originOf(context, given.origin) };
  assertSafe(address, context.commandName);
  const { installation, print, now, commandName } = context;
  const { TRUST_PROXY, APP_URL } = context.readSettings(["TRUST_PROXY", "APP_URL"]);
  const { url: app, fault } = readAppAddress(APP_URL);
  if (fault !== undefined) context.printError(fault);
  const proposals = readProposals(context);
  const folder = installation.editorBuild;
  const page = join(folder, "index.html");
  if (!existsSync(page)) throw new NoticeError("BUILD_MISSING", { file: page });
  // Before `context.backend`, which makes root the store's owner, who may not be able to read the brand.
  const brand = await loadBrand(installation.brandFolder, (error) => print(error.messageFor(commandName)));
  const { backend } = context;
  await assertWritable(backend, installation);
  const told = context.toldToEnd();
  const editor = await startEditor(
    {
      brand,
      app,
      switch: installation.config.SWITCH,
      proposals,
      backend,
      folder,
      now,
      lastKnownGood: installation.lastKnownGood,
      trustedProxies: readList(TRUST_PROXY),
      version: installation.version,
      report: print,
    },
    address,
  );
  const removeTraces = await tellOfEditor(context, host, editor);
  tellOfProxy(context, editor);
  await told;
  await editor.stop();
  removeTraces();
}

/** Fails now if every change would fail. @throws NoticeError STORE_… */
async function assertWritable(
  backend: StoreBackend,
  { isShared, writablePath: file }: Pick<Installation, "isShared" | "writablePath">,
): Promise<void> {
  await whileOpen(backend.open(deadlineIn()), (store) => store.latestNumber());
  if (isShared) return;
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
  } catch (cause) {
    throw new NoticeError("STORE_UNUSABLE", { file, reason: "it is read-only for this user" }, { cause });
  }
}

const names = [
  "AZURE_OPENAI_CHAT_BASE_PATH",
  "AZURE_OPENAI_CHAT_KEY",
  "AZURE_OPENAI_API_VERSION",
  "AI_DAILY_LIMIT",
];

/**
 * Reads the chat model from the settings. If it is set up wrongly, the reason goes to standard error, and the editor
 * runs without it. Call this before root becomes the store's owner, who may not be able to read the key.
 */
function readProposals(context: Context): Parameters<typeof startEditor>[0]["proposals"] {
  const config = readModelSettings(context);
  if (!config || !createChat(config)) return undefined;
  return {
    dailyLimit: config.AI_DAILY_LIMIT,
    createChat(reserve) {
      const chat = createChat(config, { ...defaultLimits, reserve, hasProxy: namesProxy(context.env) });
      if (!chat) throw new Error("The chat model was there a moment ago.");
      return chat;
    },
  };
}

function readModelSettings({ readSettings, printError, commandName }: Context): Config | undefined {
  try {
    return readSettings(names);
  } catch (error) {
    printError(`The editor runs without proposals: ${messageFor(error, commandName)}`);
    return undefined;
  }
}

/**
 * Prints the editor's address with a sign-in link, which is the first URL, and opens the link in a browser if possible.
 * Returns what removes its traces.
 */
async function tellOfEditor(context: Context, host: string, { origin, port }: Editor): Promise<() => void> {
  const { env, print, browser, commandName, backend, now, author } = context;
  const nothing = () => {};
  // The journal would keep the link, and others may read it.
  if (isJournal(env)) {
    print(
      `The editor is ready at ${origin}; \`${commandName} editor link\` prints a link that signs you in.`,
    );
    return nothing;
  }
  const terms = ownLinkOf(author(), now());
  const link = await makeLink(backend, origin, terms, now(), deadlineIn()).catch((error) => {
    print(
      `The editor is ready at ${origin}, without a link. ${messageFor(error, commandName)} Ctrl-C ends it.`,
    );
    return undefined;
  });
  if (!link) return nothing;
  print(`The editor is ready: ${link.link}`);
  print(
    `The link works once, within five minutes; \`${commandName} editor link\` prints another. Ctrl-C ends the editor.`,
  );
  const tunnel = tunnelTo(env, host, port);
  if (tunnel) print(`To open it on your own machine, run there: ${tunnel}`);
  return tunnel || !browser ? nothing : openLink(link.link, browser, env);
}

/** Says which proxy an https address needs, because the editor has no TLS. */
function tellOfProxy({ print, commandName }: Context, { origin, port }: Editor): void {
  if (!origin.startsWith("https:")) return;
  print(
    `The editor has no TLS: ${origin} needs a proxy with a certificate in front of port ${port}. \`${commandName} proxy nginx --editor ${new URL(origin).hostname}\` prints its lines.`,
  );
}

/** The command that forwards the editor's port over SSH; undefined outside an SSH session. */
function tunnelTo({ SSH_CONNECTION, USER }: Environment, host: string, port: number): string | undefined {
  const [, , server, sshPort] = SSH_CONNECTION?.split(" ") ?? [];
  if (server === undefined) return undefined;
  const at = host.includes(":") ? `[${host}]` : host;
  const options = sshPort === "22" ? "" : ` -p ${sshPort}`;
  return `ssh -L ${port}:${at}:${port}${options} ${USER ? `${USER}@` : ""}${server}`;
}

/** Whether standard output is systemd's journal. @see https://www.freedesktop.org/software/systemd/man/systemd.exec.html */
function isJournal({ JOURNAL_STREAM }: Environment): boolean {
  const { dev, ino } = fstatSync(1);
  return JOURNAL_STREAM === `${dev}:${ino}`;
}

/**
 * Opens a link in a browser. Other users can see the arguments of a process, so the browser gets the path of a private
 * file that redirects to the link. Returns what removes that file.
 */
function openLink(link: string, [program = "", ...args]: string[], env: Environment): () => void {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-editor-"));
  const file = join(folder, "open.html");
  writeFileSync(file, pageLeadingTo(link), { flag: "wx", mode: 0o600 });
  spawn(program, [...args, pathToFileURL(file).href], {
    stdio: "ignore",
    detached: true,
    env: withoutSecrets(env),
  })
    // Without such a program, people open the printed link.
    .on("error", () => {})
    .unref();
  return () => rmSync(folder, { recursive: true, force: true });
}

function pageLeadingTo(link: string): string {
  return `<!doctype html><html lang="en"><title>Opening the editor</title>
<meta http-equiv="refresh" content="0; url=${link}"><p><a href="${link}">Open the editor</a></p></html>\n`;
}
