import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import type { Connection } from "pg";
import { createFieldNaming } from "./severity.ts";

/** More than any reply to a question of ours takes, in bytes: a peer may send without end. */
const maxReplyBytes = 16 * 1024 * 1024;
/** What each message begins with: its kind in a byte, its length in four. */
const headerBytes = 5;
/** The kinds of messages that are lists of fields: errors and warnings. */
const fieldLists = [..."EN"].map((kind) => kind.charCodeAt(0));

/** Where the driver begins to read what a peer says, which its types leave out. */
interface Reading {
  attachListeners(stream: Pick<Duplex, "on">): void;
}

/**
 * Keeps from the driver, in TLS as well, what it would read for ever or crash on; `refuse` is called at the first of
 * it. The driver reads the severity of errors and warnings in English. Returns a function to call with each new
 * question.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function guardReplies(connection: Connection, refuse: () => void): () => void {
  const driver = connection as unknown as Reading;
  const attach = driver.attachListeners.bind(driver);
  let bytes = 0;
  driver.attachListeners = (stream) => {
    const guarded = new EventEmitter();
    const isReadable = createCheck();
    let isRefused = false;
    stream.on("data", (chunk: Buffer) => {
      if (isRefused) return;
      bytes += chunk.length;
      try {
        isRefused = bytes > maxReplyBytes || !isReadable(chunk);
        if (!isRefused) guarded.emit("data", chunk);
      } catch {
        // The driver throws at messages that are not PostgreSQL's.
        isRefused = true;
      }
      if (isRefused) refuse();
    });
    attach(guarded as unknown as Duplex);
  };
  return () => {
    bytes = 0;
  };
}

/**
 * Makes a check of each chunk of a conversation: whether the driver can read every message that ends in it to its end.
 * It also renames fields in the chunk as the driver should read them.
 */
function createCheck(): (chunk: Buffer) => boolean {
  const header = Buffer.alloc(headerBytes);
  let headerLength = 0;
  let bodyLeft = 0;
  /** How many zero bytes the body ends with so far. */
  let zeros = 0;
  let nameFields: ((part: Buffer) => void) | undefined;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (headerLength < headerBytes) {
        const taken = chunk.copy(header, headerLength, at);
        headerLength += taken;
        at += taken;
        if (headerLength < headerBytes) return true;
        const length = header.readUInt32BE(1);
        if (length < 4 || length > maxReplyBytes) return false;
        [bodyLeft, zeros] = [length - 4, 0];
        nameFields = fieldLists.includes(header.readUInt8()) ? createFieldNaming() : undefined;
      }
      const end = Math.min(at + bodyLeft, chunk.length);
      for (const byte of chunk.subarray(Math.max(at, end - 2), end)) zeros = byte === 0 ? zeros + 1 : 0;
      nameFields?.(chunk.subarray(at, end));
      bodyLeft -= end - at;
      at = end;
      if (bodyLeft > 0) return true;
      // The last field ends with a zero byte and the list with another; without them, the driver reads beyond the
      // message.
      if (nameFields && zeros < 2) return false;
      headerLength = 0;
    }
    return true;
  };
}
