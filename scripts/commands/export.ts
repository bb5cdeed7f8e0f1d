import { type Command, InvalidArgumentError, Option } from "commander";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";

interface ExportCommandOptions {
  all: boolean;
  worker?: string;
  route?: string[];
  json?: boolean;
}

export function addExport(program: Command, context: Context): void {
  const command = program
    .command("export")
    .summary("write the notice as pages for a web server or CDN, or as a module for an edge")
    .description(
      "Writes the notice as pages without scripts: TAG.html in each language of the notice, and index.html and 404.html in its own. With EXPORT_DIR set, the service does this itself at each change.",
    )
    .argument("[folder]", "the folder; created if its parent exists")
    .option("--all", "write a page in each language of Backsoon", false)
    .addOption(
      new Option(
        "--worker <file>",
        "write a module for an edge such as Cloudflare Workers instead",
      ).conflicts("all"),
    )
    .option(
      "--route <pattern>",
      "with --worker: a route, such as 'shop.example/*', for a new wrangler.jsonc beside the module; may be repeated",
      addRoute,
    )
    .option("--json", "print the result as JSON")
    .action(async (folder: string | undefined, options: ExportCommandOptions) => {
      const { all, json, worker, route } = options;
      if ((folder === undefined) === (worker === undefined))
        throw new NoticeError("USAGE", { reason: "Give either a folder, or --worker with a file." });
      if (worker !== undefined) return exportWorker(context, worker, options);
      if (folder === undefined || route)
        throw new NoticeError("USAGE", { reason: "--route needs --worker: say which file." });
      // Loaded on demand, so that other commands do not wait for it.
      const { exportPages } = await import("../exports.ts");
      const exported = await exportPages(context, context.pathOf(folder), all);
      if (json) return context.printJson({ folder, ...exported });
      const { revision, phase, files, bytes } = exported;
      context.print(
        `Exported revision ${revision} to ${folder}: ${files} pages, ${bytes} bytes${inWords(phase)}.`,
      );
    });
  addExamples(
    command,
    "export /var/www/notice",
    "export /var/www/notice --all",
    "export --worker edge/worker.js --route 'shop.example/*'",
  );
}

async function exportWorker(context: Context, worker: string, options: ExportCommandOptions): Promise<void> {
  const { route = [], json } = options;
  const { exportModule } = await import("../exports.ts");
  const { configuration, revision, bytes } = await exportModule(context, context.pathOf(worker), route);
  if (json)
    return context.printJson({ file: worker, revision, bytes, ...(configuration && { configuration }) });
  context.print(`Exported revision ${revision} to ${worker}: ${bytes} bytes.`);
  if (configuration) context.print(`Wrote ${configuration}. Deploy from that folder: npx wrangler deploy`);
  else if (route.length > 0)
    context.print("Wrangler's configuration is there already, so --route has no effect.");
}

function addRoute(value: string, before: string[] = []): string[] {
  // Without the asterisk, a pattern matches only the front page.
  if (/^[^\s/]+\/\S*\*$/.test(value)) return [...before, value];
  throw new InvalidArgumentError(
    "It must be a host name, and a path that ends with *, such as 'shop.example/*'.",
  );
}

function inWords(phase: string): string {
  if (phase === "unknown") return "";
  return phase.startsWith("overdue") ? "; its expected return has passed" : "; its expected return is ahead";
}
