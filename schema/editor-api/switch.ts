import type { FromSchema } from "json-schema-to-ts";
import { object, timeSchema } from "./parts.ts";
import { writeOutcomeSchema } from "./write-outcome.ts";

/** The proxy's switch. */
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

/** A request to turn the switch. */
export const turnSchema = object(["on"], {
  on: { type: "boolean" },
  change: { type: "object", description: "new text, as for PATCH /api/notice; only to turn it on" },
});
