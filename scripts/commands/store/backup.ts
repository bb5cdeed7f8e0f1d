import type { Command } from "commander";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";

export function addBackup(program: Command, context: Context): void {
  const command = program
    .command("backup")
    .summary("copy the live store into a file")
    .description(
      "Copies the revisions of the live store into a new file, consistently even while others write. Nothing is overwritten. Tokens are not copied.",
    )
    .argument("<file>", "the file to create")
    .option("--json", "print the result as JSON")
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { number, bytes } = await context.backUp(context.pathOf(file));
      if (json) return context.printJson({ file, revision: number, bytes });
      context.print(`Backed up the store, up to revision ${number}: ${file} (${bytes} bytes).`);
    });
  addExamples(command, "backup notice-backup.db", 'backup "/backups/notice-$(date +%F).db"');
}
