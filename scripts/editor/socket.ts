import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** A link; "absent" without an editor, "left" if it was killed, "refused" if it gives no link, "silent" otherwise. */
export type LinkReply = { link: string } | "absent" | "left" | "refused" | "silent";

/** The longest path that a socket may have, in bytes, on every system. */
const maxPath = 103;
/** How long a reply may take, in milliseconds: an editor replies at once. */
const replyTimeoutMs = 1000;

/** Makes a link: for a sign-in, or with terms in JSON for an invitation. */
export type MakeLink = (terms: string) => string;

/** Gives a new link to everybody who can open the folder, until the returned function is called. */
export async function offerLinks({ path }: { path: string }, makeLink: MakeLink): Promise<() => void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let terms = "";
    socket.on("error", () => {}).setEncoding("utf8");
    socket.on("data", (part) => (terms += part));
    socket.on("end", () => socket.end(linkOrNone(makeLink, terms)));
  });
  const file = socketIn(path);
  if (!canListen(file)) throw new Error(`the path ${file} is too long for a socket`);
  await once(server.listen(file), "listening");
  return () => server.close();
}

function linkOrNone(makeLink: MakeLink, terms: string): string {
  try {
    return makeLink(terms);
  } catch {
    // Too many invitations are open.
    return "";
  }
}

/** Asks the editor of this folder, for a second at most. */
export async function askAt(folder: string, terms = ""): Promise<LinkReply> {
  const path = socketIn(folder);
  if (!canListen(path)) return "absent";
  try {
    const socket = connect({ path, signal: AbortSignal.timeout(replyTimeoutMs) });
    const link = await text(socket.end(terms));
    if (isLink(link)) return { link };
    return link === "" ? "refused" : "silent";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return "absent";
    return code === "ECONNREFUSED" ? "left" : "silent";
  }
}

function socketIn(folder: string): string {
  return join(folder, "links");
}

function canListen(path: string): boolean {
  return Buffer.byteLength(path) <= maxPath;
}

/** Whether an answer is safe to print: one URL without control characters. */
function isLink(answer: string): boolean {
  return /^https?:\/\/[!-~]+$/.test(answer) && URL.canParse(answer);
}
