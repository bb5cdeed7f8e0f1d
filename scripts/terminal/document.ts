import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { NoticeError } from "../../schema/errors/errors.ts";
import { fileFault } from "../../schema/errors/file-fault.ts";
import { maxDocumentBytes, parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import type { Notice } from "../../schema/notice/notice.ts";

/**
 * Reads the notice in a JSON file; `-` is standard input.
 * @throws NoticeError FILE_UNREADABLE, JSON_INVALID, NOTICE_INVALID
 */
export async function readDocument(file: string, stdin: Readable): Promise<Notice> {
  return checkNotice(parseJson(await readBytes(file, stdin)));
}

/** The beginning of the file, with one byte more than is allowed when it is too large. */
async function readBytes(file: string, stdin: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of file === "-" ? stdin : createReadStream(file)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxDocumentBytes) break;
    }
  } catch (cause) {
    throw new NoticeError("FILE_UNREADABLE", { file, reason: fileFault(cause) }, { cause });
  }
  return Buffer.concat(chunks);
}
