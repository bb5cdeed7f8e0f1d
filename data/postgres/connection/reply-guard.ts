import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type { Connection } from "pg";

/** Larger than any reply to our queries, in bytes: a foreign server may send without end. */
const maxReplyBytes = 16 * 1024 * 1024;

/** The end of the first message: a byte for its type, four bytes for the length of all but that byte, and the rest. */
const endOf = (said: Buffer): number => (said.length < 5 ? Infinity : 1 + said.readUInt32BE(1));

/**
 * Keeps replies from the driver, also in TLS, that would crash it or never end, and calls `refuse` instead. Returns a
 * function to call before each query.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function guardReplies(connection: Connection, refuse: () => void): () => void {
  // The driver's method that begins to read, which its types leave out.
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
