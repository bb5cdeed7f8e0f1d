import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type { Connection } from "pg";

/** More than any reply to a question of ours takes, in bytes: a peer may send without end. */
const maxReplyBytes = 16 * 1024 * 1024;

/** Where the first message ends: it has its kind in one byte, its own length without that in four, and the rest. */
const endOf = (said: Buffer): number => (said.length < 5 ? Infinity : 1 + said.readUInt32BE(1));

/**
 * Keeps from the driver, in TLS as well, what it would die of or read for ever; `refuse` is called instead. Returns a
 * function to call with each new question.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function guardReplies(connection: Connection, refuse: () => void): () => void {
  // Where the driver begins to read what a peer says, which its types leave out.
  const driver = connection as unknown as { attachListeners(stream: Pick<Duplex, "on">): void };
  const attach = driver.attachListeners.bind(driver);
  let bytes = 0;
  driver.attachListeners = (stream) => {
    const guarded = new EventEmitter();
    let left = Buffer.alloc(0);
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      left = Buffer.concat([left, chunk]);
      try {
        if (bytes > maxReplyBytes) throw new Error("The reply has no end.");
        for (let end = endOf(left); end <= left.length; end = endOf(left)) {
          const isList = "EN".includes(left.toString("latin1", 0, 1));
          if (end < 5 || (isList && left.readUInt16BE(end - 2) > 0)) throw new Error("It has no end.");
          const message = left.subarray(0, end);
          left = left.subarray(end);
          guarded.emit("data", message);
        }
      } catch {
        refuse();
      }
    });
    attach(guarded as unknown as Duplex);
  };
  return () => {
    bytes = 0;
  };
}
