import { readFileSync } from "node:fs";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { parseJson } from "../../schema/json/json.ts";
import { checkNotice } from "../../schema/notice/check.ts";
import type { Notice } from "../../schema/notice/notice.ts";

/** The document that a new installation starts with. @throws NoticeError FIRST_NOTICE_INVALID */
export function readFirstNotice(file: string): Notice {
  try {
    return checkNotice(parseJson(readFileSync(file)));
  } catch (cause) {
    throw new NoticeError("FIRST_NOTICE_INVALID", { file, reason: (cause as Error).message }, { cause });
  }
}
