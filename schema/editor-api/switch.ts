import type { FromSchema } from "json-schema-to-ts";
import { object, timeSchema } from "./parts.ts";
import { writeOutcomeSchema } from "./write-outcome.ts";

/** The proxy's switch. */
export const switchSchema = {
  title: "Switch",
  description: "The proxy's switch, and what visitors see",
  ...object(["on", "sees"], {
    on: { description: "whether it shows visitors the notice", type: "boolean" },
    since: { ...timeSchema, description: "since when it is on, or words wait to be restored" },
    by: { description: "who turned it on", type: "string" },
    sees: {
      description: "what APP_URL gives; unset: it is not set; unknown: it cannot be told",
      enum: ["app", "notice", "unknown", "unset"],
    },
    outcome: { ...writeOutcomeSchema, description: "what came of the words; absent if they stay" },
  }),
} as const;

export type SwitchReply = FromSchema<typeof switchSchema>;

/** A request to turn the switch. */
export const turnSchema = object(["on"], {
  on: { type: "boolean" },
  change: { type: "object", description: "new text, as for PATCH /api/notice; only to turn it on" },
});
