import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** A link; "absent" if there is no editor, "left" if it has ended, "silent" if it gives no link. */
export type LinkReply = { link: string } | "absent" | "left" | "silent";

/** The longest path that a socket may have, in bytes, on every system. */
const maxPath = 103;
/** How long a reply may take, in milliseconds: an editor gives it at once. */
const replyTimeoutMs = 1000;

/** Makes a link as it is asked for: one that signs in, or an invitation, whose terms are then in JSON. */
export type MakeLink = (terms: string) => string;

/** Gives a new link to everybody who asks and can look into the folder; resolves with a function that ends this. */
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
    // Too many are invited, or this asks for what is unknown here.
    return "";
  }
}

/** The answer of the editor that has this folder, within a second. */
export async function askAt(folder: string, terms = ""): Promise<LinkReply> {
  const path = socketIn(folder);
  if (!canListen(path)) return "absent";
  try {
    const socket = connect({ path, signal: AbortSignal.timeout(replyTimeoutMs) });
    const link = await text(socket.end(terms));
    return isLink(link) ? { link } : "silent";
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

/** Whether an answer can be printed: one URL, and nothing that a terminal would obey. */
function isLink(answer: string): boolean {
  return /^https?:\/\/[!-~]+$/.test(answer) && URL.canParse(answer);
}
