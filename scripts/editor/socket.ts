import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** A link; or that nobody is there, or not any more; or that whoever is there gives no link. */
export type LinkReply = { link: string } | "absent" | "left" | "silent";

/** The longest path that a socket may have, in bytes, on every system. */
const maxPath = 103;
/** How long a reply may take, in milliseconds: an editor gives it at once. */
const replyTimeoutMs = 1000;

/** Gives a new link to everybody who can look into the folder and asks; resolves with what ends that. */
export async function offerLinks({ path }: { path: string }, makeLink: () => string): Promise<() => void> {
  const server = createServer((socket) => {
    socket.on("error", () => {}).end(makeLink());
  });
  const file = socketIn(path);
  if (!canListen(file)) throw new Error(`the path ${file} is too long for a socket`);
  await once(server.listen(file), "listening");
  return () => server.close();
}

/** What the editor says that has this folder, within a second. */
export async function askAt(folder: string): Promise<LinkReply> {
  const path = socketIn(folder);
  if (!canListen(path)) return "absent";
  try {
    const link = await text(connect({ path, signal: AbortSignal.timeout(replyTimeoutMs) }));
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

/** Whether it can be printed: one URL, and nothing that a terminal would obey. */
function isLink(answer: string): boolean {
  return /^https?:\/\/[!-~]+$/.test(answer) && URL.canParse(answer);
}
