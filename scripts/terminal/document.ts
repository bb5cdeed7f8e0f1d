import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { fileFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { maxDocumentBytes, parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import type { Notice } from "../../schema/notice/notice.ts";

/** Where a document may come from: standard input, or a file, with relative paths starting from `folder`. */
interface DocumentSource {
  stdin: Readable;
  folder: string;
}

/**
 * Reads the notice in a JSON file; `-` is standard input.
 * @throws NoticeError FILE_UNREADABLE, JSON_INVALID, NOTICE_INVALID
 */
export async function readDocument(file: string, { stdin, folder }: DocumentSource): Promise<Notice> {
  return checkNotice(
    parseJson(await readBytes(file, file === "-" ? stdin : createReadStream(resolve(folder, file)))),
  );
}

/** The file, or if it is too large, enough of it to exceed the limit. */
async function readBytes(file: string, stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxDocumentBytes) break;
    }
  } catch (cause) {
    throw new NoticeError("FILE_UNREADABLE", { file, reason: fileFault(cause) }, { cause });
  }
  return Buffer.concat(chunks);
}
