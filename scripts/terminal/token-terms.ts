import { Option } from "commander";
import { usage } from "../words/usage.ts";

/** 90 days, in ms. */
const defaultLifetimeMs = 90 * 86_400_000;

export interface TokenOptions {
  scope: "read" | "write";
  expires?: number;
}

/** The option that says what somebody may do. */
export function scopeOption(): Option {
  return new Option("--scope <scope>", "what they may do; write includes read")
    .choices(["read", "write"])
    .default("write");
}

/** How long a token is valid, in ms. @throws NoticeError USAGE */
export function lifetimeOf(expires = defaultLifetimeMs): number {
  if (expires > 0) return expires;
  throw usage("--expires must be more than 0: give a time such as 90d.");
}
