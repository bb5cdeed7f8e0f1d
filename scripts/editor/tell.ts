import { fstatSync } from "node:fs";
import type { Address, Editor } from "../../api/editor/start.ts";
import type { Environment } from "../../schema/settings/setting-names.ts";
import type { Context } from "../terminal/context.ts";
import { openLink } from "./browser.ts";
import type { PrivateFolder } from "./folder.ts";

interface Kept {
  folder: PrivateFolder | undefined;
  /** Whether `notice editor link` prints more links for this editor. */
  hasLinks: boolean;
}

/** Prints the editor's address with a sign-in link, which is the first URL, and opens the link in a browser if possible. */
export function tellOfEditor(
  { env, print, browser, commandName }: Context,
  host: string,
  { origin, port, makeLink }: Editor,
  { folder, hasLinks }: Kept,
): void {
  // The journal would keep the link, and others may read it.
  if (isJournal(env)) {
    const way = hasLinks
      ? `\`${commandName} editor link\` prints a link that signs you in`
      : `sign in with a token, which \`${commandName} token create\` makes`;
    print(`The editor is ready at ${origin}; ${way}.`);
    return;
  }
  const link = makeLink();
  print(`The editor is ready: ${link}`);
  const another = hasLinks
    ? `\`${commandName} editor link\` prints another`
    : `for another, start the editor again, or sign in with a token from \`${commandName} token create\``;
  print(`The link works once, within five minutes; ${another}. Ctrl-C ends the editor.`);
  const tunnel = tunnelTo(env, host, port);
  if (tunnel) print(`To open it on your own machine, run there: ${tunnel}`);
  else if (browser && folder) openLink(link, folder.path, browser, env);
}

/** Says which proxy an https address needs, because the editor has no TLS. */
export function tellOfProxy({ print, commandName }: Context, { origin }: Address, port: number): void {
  if (!origin?.startsWith("https:")) return;
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
