import type { FromSchema } from "json-schema-to-ts";
import { object, timeSchema } from "./parts.ts";
import { writeOutcomeSchema } from "./write-outcome.ts";

export const switchSchema = {
  title: "Switch",
  description: "The proxy's switch: who turned it on, and since when, perhaps with words to restore",
  ...object(["on"], {
    on: { type: "boolean" },
    since: timeSchema,
    by: { type: "string" },
    sees: { description: "what APP_URL gives", enum: ["app", "notice", "unknown", "unset"] },
    outcome: { ...writeOutcomeSchema, description: "what came of the words; absent if they stay" },
  }),
} as const;

export type SwitchReply = FromSchema<typeof switchSchema>;

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
