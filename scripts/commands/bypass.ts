import { writeFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import { makeStaffSecret, staffLink } from "../bypass/link.ts";
import { changedLines, placeholder, type RecipeName, recipeFiles, recipeMaxAge } from "../bypass/recipes.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples, duration } from "../terminal/options.ts";

/** What browsers shorten a cookie to: 400 days, in ms. */
const maxLifetimeMs = 400 * 86_400_000;

interface BypassOptions {
  expires?: number;
  proxy?: RecipeName;
  write?: string;
  json?: boolean;
}

export function addBypass(program: Command, context: Context): void {
  const command = program
    .command("bypass")
    .summary("make a link by which staff see the app during planned maintenance")
    .description(
      "Makes a secret, and prints the link by which staff get past the notice to the app, and the lines for your proxy " +
        "that let them. It keeps nothing and changes nothing: the proxy does once you give it the lines.",
    )
    .argument("<url>", "the app's public address, such as https://shop.example")
    .option("--expires <time>", "how long the cookie lasts in a browser (default: 4h)", duration)
    .addOption(
      new Option("--proxy <name>", "print the lines for this one alone").choices(Object.keys(recipeFiles)),
    )
    .option("--write <file>", "also write the secret into a new file that only you can read")
    .option("--json", "print the link, the secret and the lines as JSON")
    .action(async (url: string, { expires = recipeMaxAge * 1000, proxy, write, json }: BypassOptions) => {
      if (expires === 0 || expires > maxLifetimeMs)
        throw new NoticeError("USAGE", { reason: "--expires must be from 1s to 400d, such as 4h." });
      const secret = makeStaffSecret();
      const link = staffLink(url, secret);
      const maxAge = expires / 1000;
      const proxies = proxy ? [proxy] : (Object.keys(recipeFiles) as RecipeName[]);
      const lines = proxies.map((name) => [name, changedLines(name, secret, maxAge)] as const);
      if (write !== undefined) await writeSecret(context.pathOf(write), secret);
      if (json) return context.printJson({ link, secret, maxAge, lines: Object.fromEntries(lines) });
      context.print(link);
      const replaced = maxAge === recipeMaxAge ? placeholder : `${placeholder} or Max-Age=${recipeMaxAge}`;
      for (const [name, own] of lines) {
        context.print(`\n${name}, in place of what has ${replaced} in docs/deploy/${recipeFiles[name]}:`);
        for (const line of own) context.print(`    ${line}`);
      }
      context.print("");
      if (write !== undefined) context.print(`The secret is in ${write}, which only you can read.`);
      context.print(
        "The link is a secret: whoever has it gets past the notice, and it is in the logs of whatever stands in front. Give it to staff alone.",
      );
      context.print(
        `It works until these lines are replaced, with every ON until then. A proxy knows no time: after ${durationInWords(expires)} a browser forgets its cookie, and the link gives it another.`,
      );
    });
  addExamples(
    command,
    "bypass https://shop.example",
    "bypass https://shop.example/admin --expires 8h --proxy nginx",
    "bypass https://shop.example --write staff.secret",
  );
}

/** @throws NoticeError FILE_EXISTS, FILE_UNWRITABLE */
async function writeSecret(file: string, secret: string): Promise<void> {
  try {
    // "wx" is O_CREAT | O_EXCL, which by POSIX follows no link.
    await writeFile(file, `${secret}\n`, { flag: "wx", mode: 0o600, flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") throw new NoticeError("FILE_EXISTS", { file });
    throw new NoticeError("FILE_UNWRITABLE", { file, reason: folderFault(cause) }, { cause });
  }
}
