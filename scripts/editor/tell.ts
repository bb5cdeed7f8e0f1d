import { fstatSync } from "node:fs";
import type { Editor } from "../../api/editor/start.ts";
import { makeLink, ownLinkOf } from "../../data/links.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { messageFor } from "../../schema/errors/notice-error.ts";
import type { Environment } from "../../schema/settings/setting-names.ts";
import type { Context } from "../terminal/context.ts";
import { openLink } from "./browser.ts";

/**
 * Prints the editor's address with a sign-in link, which is the first URL, and opens the link in a browser if possible.
 * Returns what removes its traces.
 */
export async function tellOfEditor(
  context: Context,
  host: string,
  { origin, port }: Editor,
): Promise<() => void> {
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
export function tellOfProxy({ print, commandName }: Context, { origin, port }: Editor): void {
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
