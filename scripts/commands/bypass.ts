import type { Command } from "commander";
import { dayMs } from "../../schema/text/minute.ts";
import { durationInWords } from "../../schema/time/time.ts";
import { makeStaffSecret, staffLink, writeStaffSecrets } from "../bypass.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, duration, usage } from "../terminal/options.ts";

/** The longest lifetime that browsers allow a cookie: 400 days, in ms. */
const maxLifetimeMs = 400 * dayMs;

interface BypassOptions {
  write: string;
  expires?: number;
  json?: boolean;
}

export function addBypass(program: Command, context: Context): void {
  const command = program
    .command("bypass")
    .summary("make a link for staff to see the app during planned maintenance")
    .description(
      "Makes two secrets, writes them into a new file, and prints the link with which staff see the app. " +
        "The link works after you put the lines of `proxy NAME --staff FILE` into the proxy.",
    )
    .argument("<url>", "the app's public address, such as https://shop.example")
    .requiredOption("--write <file>", "the new file for the secrets, which only you can read")
    .option("--expires <time>", "how long the cookie lasts in a browser (default: 4h)", duration)
    .option("--json", "print the link as JSON")
    .action(async (url: string, { write, expires = 4 * 3_600_000, json }: BypassOptions) => {
      if (expires === 0 || expires > maxLifetimeMs)
        throw usage("--expires must be from 1s to 400d, such as 4h.");
      const secrets = { link: makeStaffSecret(), cookie: makeStaffSecret(), maxAge: expires / 1000 };
      const link = staffLink(url, secrets.link);
      await writeStaffSecrets(context.pathOf(write), secrets);
      if (json) return context.printJson({ link, file: write, maxAge: secrets.maxAge });
      context.print(link);
      context.print("");
      context.print(
        `Now run \`${context.commandName} proxy NAME\` again with the same options and \`--staff ${write}\`, and reload the proxy. For a Worker, put the file into its secret BACKSOON_STAFF instead.`,
      );
      context.print(
        `Give the link only to staff. The link works until you give the proxy new secrets. A browser forgets its cookie after ${durationInWords(expires)}.`,
      );
    });
  addExamples(
    command,
    "bypass https://shop.example --write staff.json",
    "bypass https://shop.example --write staff.json --expires 8h",
  );
}
