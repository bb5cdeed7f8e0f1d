import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { TokenTerms } from "../../schema/token/new-token.ts";
import { usage } from "../words/usage.ts";
import { type EditorFolder, findFolders } from "./folder.ts";
import { askAt } from "./socket.ts";

/**
 * A new link from the editor of this store that runs; with terms, one that invites.
 * @throws NoticeError EDITOR_ABSENT, USAGE if several run and no port is given
 */
export async function askForLink(
  folder: EditorFolder,
  port: number | undefined,
  terms?: TokenTerms,
): Promise<string> {
  const asked = terms && JSON.stringify(terms);
  const folders = findFolders(folder).filter((found) => port === undefined || found.port === port);
  const answers = await Promise.all(
    folders.map(async ({ path, port }) => {
      const answer = await askAt(path, asked);
      return typeof answer === "object" ? [{ port, ...answer }] : [];
    }),
  );
  const running = answers.flat();
  const [first, ...others] = running;
  if (!first) throw new NoticeError("EDITOR_ABSENT", port === undefined ? {} : { port });
  if (others.length === 0) return first.link;
  const ports = running.map(({ port }) => port).join(" and ");
  throw usage(`Editors run on ports ${ports}: say which one with --port.`);
}
