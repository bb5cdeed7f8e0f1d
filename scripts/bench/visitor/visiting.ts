import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Visits } from "./exchanges.ts";

// Visitors, each over a connection of its own: they send the requests in turn, each once the reply before it has come,
// as a browser does, and hang up. In a process of its own, and without an HTTP client, which would cost more than a server.
const [, , file = ""] = process.argv;
const { url, exchanges, visitors, atOnce }: Visits = JSON.parse(readFileSync(file, "utf8"));
const { hostname: host, port } = new URL(url);

let begun = 0;
let received = 0;
let sent = 0;

/** One visitor after the other; resolves when the last one has left. */
async function visit(): Promise<void> {
  while (begun < visitors) {
    begun += 1;
    await visitOnce();
  }
}

function visitOnce(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), noDelay: true });
    let done = 0;
    let head = "";
    /** How much of the reply's body is still to come; undefined while its head is. */
    let missing: number | undefined;
    const ask = (): unknown => socket.write(exchanges[done]?.request ?? "");

    const read = (chunk: Buffer): void => {
      if (missing === undefined) {
        const before = head.length;
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const status = Number(head.slice("HTTP/1.1 ".length).slice(0, 3));
        if (status !== exchanges[done]?.status) throw new Error(`${url} replied ${head}`);
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0);
        missing -= before + chunk.length - (end + 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      [head, missing, done] = ["", undefined, done + 1];
      if (done < exchanges.length) ask();
      else socket.end();
    };
    const readOrGiveUp = (chunk: Buffer): void => {
      try {
        read(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    };
    socket.on("connect", ask).on("data", readOrGiveUp).on("error", reject);
    socket.on("close", () => {
      received += socket.bytesRead;
      sent += socket.bytesWritten;
      if (done === exchanges.length) resolve();
      else reject(new Error(`${url} hung up after ${done} replies.`));
    });
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: atOnce }, visit));
const seconds = (performance.now() - started) / 1000;
process.stdout.write(JSON.stringify({ received, sent, seconds }));
