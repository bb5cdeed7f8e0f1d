import { join } from "node:path";
import type { Command } from "commander";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";
import { inPrivateFolder } from "../../terminal/temporary-folder.ts";
import { usage } from "../../words/usage.ts";

export function addBackup(program: Command, context: Context): void {
  const command = program
    .command("backup")
    .summary("copy the live store into a file")
    .description(
      "Copies the revisions of the live store into a new file, consistently even while others write. Nothing is overwritten. Tokens are not copied. Root's command writes as the store's user: for a file of root's, use standard output.",
    )
    .argument("<file>", "the file to create, or - for standard output")
    .option("--json", "print the result as JSON")
    .action(async (file: string, { json }: { json?: boolean }) => {
      const isSent = file === "-";
      if (isSent && context.terminal)
        throw usage(`A backup is no text for a terminal: \`${context.commandName} backup - > FILE\`.`);
      const { number, bytes } = await (isSent
        ? backUpToOutput(context)
        : context.backend.backUp(context.pathOf(file)));
      const print = isSent ? context.printError : context.print;
      if (json) return print(JSON.stringify({ file, revision: number, bytes }));
      print(`Backed up the store, up to revision ${number}: ${file} (${bytes} bytes).`);
    });
  addExamples(
    command,
    "backup notice-backup.db",
    'backup "/backups/notice-$(date +%F).db"',
    "backup - > notice-backup.db",
  );
}

/** Makes a backup, and sends it once it is whole. */
function backUpToOutput({ backend, send }: Context): ReturnType<Context["backend"]["backUp"]> {
  return inPrivateFolder(async (folder) => {
    const file = join(folder, "backup.db");
    const made = await backend.backUp(file);
    await send(file).catch((cause) => {
      throw new NoticeError("BACKUP_UNSENT", { reason: cause.message }, { cause });
    });
    return made;
  });
}
