import { maxOpenInvitations } from "../../schema/editor-api/tokens.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { TokenTerms } from "../../schema/token/new-token.ts";
import { usage } from "../words/usage.ts";
import { type EditorFolder, type FoundFolder, findFolders } from "./folder.ts";
import { askAt } from "./socket.ts";

interface Running {
  path: string;
  port: number;
  link: string;
}

/**
 * A new link from the store's editor here, else from an editor in another container that shares the folder. With terms,
 * an invitation.
 * @throws NoticeError EDITOR_ABSENT, INVITATIONS_OPEN, USAGE if several run and no port is given
 */
export async function askForLink(
  folder: EditorFolder,
  port: number | undefined,
  terms?: TokenTerms,
): Promise<string> {
  const folders = findFolders(folder).filter((found) => port === undefined || found.port === port);
  const here = await runningIn(folders.filter(({ isHere }) => isHere));
  const running = here.length > 0 ? here : await runningIn(folders.filter(({ isHere }) => !isHere));
  const [first, ...others] = running;
  const absent = new NoticeError("EDITOR_ABSENT", port === undefined ? {} : { port });
  if (!first) throw absent;
  if (others.length > 0) throw usage(whichOf(running));
  if (!terms) return first.link;
  // Asked of one editor only: an invitation ends the earlier one for the same name.
  const answer = await askAt(first.path, JSON.stringify(terms));
  if (typeof answer === "object") return answer.link;
  throw answer === "refused" ? new NoticeError("INVITATIONS_OPEN", { count: maxOpenInvitations }) : absent;
}

async function runningIn(folders: FoundFolder[]): Promise<Running[]> {
  const answers = await Promise.all(
    folders.map(async ({ path, port }) => {
      const answer = await askAt(path);
      return typeof answer === "object" ? [{ path, port, ...answer }] : [];
    }),
  );
  return answers.flat();
}

function whichOf(running: Running[]): string {
  const ports = [...new Set(running.map(({ port }) => port))];
  return ports.length === running.length
    ? `Editors run on ports ${ports.join(" and ")}: say which one with --port.`
    : `Editors run in several containers on port ${ports.join(" and ")}: run this command in the container of the one that you mean.`;
}
