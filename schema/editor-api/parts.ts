// JSON Schemas that several replies of the write API share.

import { entityTagPattern } from "../notice/protocol.ts";

/** The schema of an object with only these members. Those in `required` are always present. */
export const object = <const Names extends readonly string[], const Members extends object>(
  required: Names,
  properties: Members,
) => ({ type: "object", additionalProperties: false, required, properties }) as const;

export const timeSchema = {
  description: "a time (RFC 3339, UTC, to the millisecond)",
  type: "string",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
} as const;

export const numberSchema = { description: "the number of a revision", type: "integer", minimum: 1 } as const;

export const etagSchema = {
  description: "the entity tag of a revision: its number, and the beginning of its document's SHA-256",
  type: "string",
  pattern: entityTagPattern,
} as const;

export const changedSchema = {
  description: "the names of what differs: fields such as title, and translations such as translations.de",
  type: "array",
  items: { type: "string" },
} as const;

const tags = { type: "array", items: { type: "string" } } as const;

export const translationsSchema = {
  description: "what became of the translations, by the tags of their languages",
  ...object(["added", "changed", "removed"], { added: tags, changed: tags, removed: tags }),
} as const;

const changeSchema = {
  title: "Change",
  description: "a value that differs",
  ...object(["field"], {
    field: { description: "the name of the field", type: "string" },
    translation: { description: "the tag of the translation that it is in", type: "string" },
    before: { description: "absent if there was none", type: ["string", "boolean"] },
    after: { description: "absent if there is none any more", type: ["string", "boolean"] },
  }),
} as const;

export const differenceSchema = { type: "array", items: changeSchema } as const;

export const nodeSchema = {
  title: "Node",
  description: "a process that shows visitors the notice of a shared store",
  ...object(["id", "label", "number", "sum", "silentSeconds"], {
    id: { description: "one for each process", type: "string" },
    label: { description: "what people call it (NODE_NAME)", type: "string" },
    storeId: { description: "the store whose notice it shows", type: "string" },
    number: { description: "the number of the revision that it shows; 0 for none", type: "integer" },
    sum: { description: "the SHA-256 of the document that it shows; empty for none", type: "string" },
    silentSeconds: { description: "how long ago it last said so, in seconds", type: "number" },
  }),
} as const;

/** A reply before it is JSON, which leaves out what is undefined. */
export type Unsent<T> = T extends object
  ? { [Name in keyof T]: Unsent<T[Name]> | (object extends Pick<T, Name> ? undefined : never) }
  : T;
