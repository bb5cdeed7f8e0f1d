import type { FromSchema } from "json-schema-to-ts";
import { object } from "./parts.ts";
import { switchSchema } from "./switch.ts";

/** What answers at the app's public address. */
export const appSchema = {
  title: "App",
  description: "What answers at the app's public address (APP_URL)",
  ...object(["state"], {
    state: {
      description:
        "unset: no address is set; answers: the app answers there; notice: Backsoon answers there; unknown: it cannot be told",
      enum: ["unset", "answers", "notice", "unknown"],
    },
    host: { description: "the host of that address, if it is one", type: "string" },
    switch: switchSchema,
    detail: { description: "why it cannot be told, in a sentence", type: "string" },
  }),
} as const;

export type AppReply = FromSchema<typeof appSchema>;
