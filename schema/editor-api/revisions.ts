import type { FromSchema } from "json-schema-to-ts";
import { noticeShape } from "../notice/notice.ts";
import {
  changedSchema,
  differenceSchema,
  etagSchema,
  numberSchema,
  object,
  timeSchema,
  translationsSchema,
} from "./parts.ts";

const entry = {
  revision: numberSchema,
  author: { description: "who published it", type: "string" },
  createdAt: timeSchema,
  changed: changedSchema,
} as const;

export const revisionListSchema = {
  title: "RevisionList",
  description: "A part of the history, latest first",
  ...object(["revisions"], {
    revisions: {
      type: "array",
      items: {
        ...object(["revision", "author", "createdAt", "changed"], {
          ...entry,
          title: { description: "what it is called; absent if it is damaged", type: "string" },
          translations: {
            ...translationsSchema,
            description: `${translationsSchema.description}; absent if it is damaged`,
          },
          sameAs: {
            ...numberSchema,
            description: "the latest earlier revision with the same document; absent if there is none",
          },
          damage: { description: "why its document can no longer be trusted", type: "string" },
        }),
      },
    },
    next: { ...numberSchema, description: "what `before` is for the next part; absent if this is the end" },
  }),
} as const;

export const revisionSchema = {
  title: "Revision",
  description: "One revision, and in what it differs from the one before",
  ...object(["revision", "author", "createdAt", "changed", "etag", "notice", "difference"], {
    ...entry,
    etag: etagSchema,
    notice: noticeShape,
    difference: differenceSchema,
  }),
} as const;

export type RevisionList = FromSchema<typeof revisionListSchema>;
export type RevisionReply = FromSchema<typeof revisionSchema>;
