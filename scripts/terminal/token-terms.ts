import { type Command, Option } from "commander";
import type { TokenTerms } from "../../schema/token/new-token.ts";
import { usage } from "../words/usage.ts";
import { duration } from "./options.ts";

/** 90 days, in ms. */
const defaultLifetimeMs = 90 * 86_400_000;

export interface TokenOptions {
  scope: TokenTerms["scope"];
  expires?: number;
}

/** Adds the options that say what a token may do, and for how long. */
export function addTokenTerms(command: Command): Command {
  return command
    .addOption(
      new Option("--scope <scope>", "what the token may do; write includes read")
        .choices(["read", "write"])
        .default("write"),
    )
    .option("--expires <time>", "how long the token is valid (default: 90d)", duration);
}

/** How long a token is valid, in ms. @throws NoticeError USAGE */
export function lifetimeOf(expires = defaultLifetimeMs): number {
  if (expires > 0) return expires;
  throw usage("--expires must be more than 0: give a time such as 90d.");
}
