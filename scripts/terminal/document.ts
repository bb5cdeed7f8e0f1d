import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { type Fault, fileFault, NoticeError } from "../../schema/errors/notice-error.ts";
import { maxDocumentBytes, parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Context } from "./context.ts";

/**
 * Reads the notice in a JSON file; `-` is standard input. `findMore` may add faults.
 * @throws NoticeError FILE_UNREADABLE, FOLDER_DELETED, JSON_INVALID, NOTICE_INVALID
 */
export async function readDocument(
  file: string,
  { stdin, pathOf }: Pick<Context, "stdin" | "pathOf">,
  findMore: (document: unknown) => Fault[] = () => [],
): Promise<Notice> {
  const stream = file === "-" ? stdin : createReadStream(pathOf(file));
  const document = parseJson(await readBytes(file, stream));
  return checkNotice(document, findMore(document));
}

/** The text of standard input without its last line end. @throws NoticeError FILE_UNREADABLE */
export async function readStandardInput({ stdin }: Pick<Context, "stdin">): Promise<string> {
  return (await readBytes("-", stdin)).toString().replace(/\r?\n$/, "");
}

/** The bytes of the file or, if it is too large, enough of them to exceed the limit. */
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
