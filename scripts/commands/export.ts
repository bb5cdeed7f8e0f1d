import { type Command, Option } from "commander";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";
import { showForExport } from "./proxy.ts";

/** The web servers that serve an export. */
const webServers = ["nginx", "caddy"] as const;

interface ExportCommandOptions {
  live: boolean;
  proxy?: (typeof webServers)[number];
  json?: boolean;
}

export function addExport(program: Command, context: Context): void {
  const command = program
    .command("export")
    .summary("write the notice as files for a web server")
    .description(
      "Writes the notice as files, for a web server that answers visitors with them: in every language and format, whole or not at all. The service does so by itself, at each change, in the folder that EXPORT_DIR names.",
    )
    .argument("<folder>", "the folder, for the export alone; it is made if the folder around it is there")
    .option(
      "--no-live",
      "pages without any script, one for each language, for a host that answers 200 (storage, GitHub Pages, the error pages of a CDN)",
    )
    .addOption(
      new Option("--proxy <name>", "export nothing: print what `proxy NAME --whole --files FOLDER` prints")
        .choices(webServers)
        .conflicts(["live", "json"]),
    )
    .option("--json", "print the result as JSON")
    .action(async (folder: string, { json, live, proxy }: ExportCommandOptions) => {
      if (proxy) return showForExport(context, proxy, context.pathOf(folder));
      // Loaded on demand, so that other commands do not wait for it.
      const { exportOnce } = await import("../exports/export-once.ts");
      const exported = await exportOnce(context, context.pathOf(folder), live ? undefined : true);
      if (json) return context.printJson({ folder, ...exported });
      const { revision, phase, files, bytes } = exported;
      context.print(
        `Exported revision ${revision} to ${folder}: ${files} files, ${bytes} bytes${inWords(phase)}.`,
      );
    });
  addExamples(
    command,
    "export /var/www/notice",
    "export /var/www/notice --proxy nginx",
    "export /var/www/notice-pages --no-live",
  );
}

function inWords(phase: string): string {
  if (phase === "unknown") return "";
  return phase.startsWith("overdue") ? "; its expected return has passed" : "; its expected return is ahead";
}
