import { object } from "./parts.ts";

/**
 * An error, as a problem detail.
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export const problemSchema = {
  title: "Problem",
  description: "What went wrong, and how to fix it (RFC 9457)",
  ...object(["type", "title", "status", "detail", "code"], {
    type: { const: "about:blank" },
    title: { description: "the status in words", type: "string" },
    status: { type: "integer" },
    detail: { description: "what is wrong, the rule, and how to fix it", type: "string" },
    code: { description: "which error it is, for programs", type: "string", pattern: "^[A-Z_]+$" },
    errors: {
      description: "every fault of a document; after the first hundred one that says how many more there are",
      type: "array",
      minItems: 1,
      maxItems: 101,
      items: {
        title: "Fault",
        ...object(["detail", "pointer"], {
          detail: { description: "what is wrong, the rule, and how to fix it", type: "string" },
          pointer: {
            description: "where it is: a JSON Pointer as a URI fragment, such as #/title",
            type: "string",
            pattern: "^#(/[^/]*)*$",
          },
        }),
      },
    },
  }),
} as const;
