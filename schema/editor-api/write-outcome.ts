import type { FromSchema } from "json-schema-to-ts";
import { noticeShape } from "../notice/notice.ts";
import {
  changedSchema,
  differenceSchema,
  etagSchema,
  nodeSchema,
  numberSchema,
  object,
  timeSchema,
} from "./parts.ts";

export const writeOutcomeSchema = {
  title: "Written",
  description: "What came of a change, or would come of it",
  ...object(["revision", "changed", "warnings", "notice", "published"], {
    revision: { ...numberSchema, description: "the number of the latest revision" },
    etag: {
      ...etagSchema,
      description:
        "the entity tag of the latest revision, for the next If-Match; absent while that is damaged, which only * matches",
    },
    changed: changedSchema,
    warnings: {
      description: "what somebody should know of this change, one sentence each",
      type: "array",
      items: { type: "string" },
    },
    notice: noticeShape,
    published: {
      description: "whether there is a new revision: false if it would change nothing, and for a dry run",
      type: "boolean",
    },
    author: { description: "who published it", type: "string" },
    createdAt: timeSchema,
    nodes: {
      description: "who shows it by now, where several processes share the store",
      ...object(["live", "others"], {
        live: { description: "those that show it", type: "array", items: nodeSchema },
        others: { description: "those that may still show another one", type: "array", items: nodeSchema },
        silent: {
          description: "those of the others that have said nothing for a minute, which nobody waited for",
          type: "array",
          items: nodeSchema,
        },
      }),
    },
    difference: {
      ...differenceSchema,
      description:
        "what a dry run would change, in the order of the fields; the whole document where the latest revision is damaged",
    },
  }),
} as const;

export type WriteOutcome = FromSchema<typeof writeOutcomeSchema>;

/** The outcome of a change that was no dry run. The latest revision then has an entity tag. */
export type CompletedWrite = WriteOutcome & { etag: string };
