import { join } from "node:path";
import type { Command } from "commander";
import { createStore } from "../../data/create.ts";
import { deadlineIn } from "../../data/deadline.ts";
import { describeNode, nodeInJson } from "../../data/nodes.ts";
import { shownIn } from "../../data/publish.ts";
import { restore } from "../../data/restore.ts";
import { type StoreBackend, whileOpen } from "../../data/store.ts";
import { versionOf } from "../../data/stored-row.ts";
import { findPlaceholderContact, maxSilentSeconds, warnOfTime } from "../../schema/advice/advice.ts";
import { typedHere } from "../../schema/advice/typed-return.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { difference } from "../../schema/notice/difference.ts";
import type { Context } from "../terminal/context.ts";
import { inPrivateFolder } from "../terminal/files.ts";
import { addExamples, addPublishOptions, duration, type PublishOptions, usage } from "../terminal/options.ts";
import { judgeAgain, report, reportNodes, requestOf, targetOf } from "../terminal/publish.ts";

export function addInit(program: Command, context: Context): void {
  const command = program
    .command("init")
    .summary("create the notice store if there is none")
    .description(
      "Creates the notice store if there is none, from the last known good notice or from data/notice.json.",
    )
    .option("--json", "print the result as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const { backend, installation } = context;
      const { database } = installation;
      const deadline = deadlineIn();
      const { number, from } = await createStore(backend, installation, context.author(), deadline);
      if (json) return context.printJson({ created: from !== undefined, database, revision: number, from });
      context.print(
        from
          ? `${database} is ready with revision ${number} from ${from}.`
          : `${database} already exists, at revision ${number}. Nothing was changed.`,
      );
      const { notice } = await shownIn(targetOf(context), deadline);
      const placeholder = from && findPlaceholderContact(notice, context.commandName);
      if (placeholder) context.print(placeholder);
    });
  addExamples(command, "init", "init --json");
}

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

export function addRestore(program: Command, context: Context): void {
  const command = program
    .command("restore")
    .summary("restore the notice from a backup")
    .description(
      "Restores the notice from a backup. An intact store gets it as a new revision and keeps its history. A store that " +
        "has only its first revision, or has lost the last ones, gets the history of the backup. A broken store in a file " +
        "is moved aside, with its tokens, and the backup takes its place. Both end all sign-ins.",
    )
    .argument("<file>", `a file made by \`${context.commandName} backup\``);
  addPublishOptions(command).action(async (file: string, options: PublishOptions) => {
    const source = context.pathOf(file);
    const at = typedHere(context.now());
    const judge = judgeAgain(context, at);
    const restored = await context.lend(source, (path) =>
      restore(targetOf(context), path, { ...requestOf(context, options), judge }),
    );
    if ("publication" in restored) return report(context, options, restored.publication, at);
    const { notice, isFilled, backup, done, nodes } = restored.replaced;
    const changes = difference(undefined, notice);
    const { doubts = [] } = judge(notice, undefined);
    const warnings = [...doubts, ...warnOfTime({ notice, changes }, at, context.commandName)];
    const lost = done?.again && !isFilled ? [backup.latest.number + 1, done.again.number] : undefined;
    const { number = 0, aside } = done ?? {};
    const leftOut = done ? backup.leftOut : 0;
    if (options.json) {
      context.printJson({
        published: done !== undefined,
        revision: number,
        ...(warnings.length > 0 && { warnings }),
        notice,
        ...(leftOut > 0 && { leftOut }),
        ...(aside !== undefined && { aside }),
        ...(lost && { lost }),
      });
      return reportNodes(context, nodes, number);
    }
    context.print(
      done
        ? `Revision ${number} is published: ${context.installation.database} has the whole history of the backup. All sign-ins have ended.`
        : `Nothing was changed. The store ${isFilled ? "" : "is missing or broken, and "}would take over the whole history of ${source}.`,
    );
    const lines = [
      aside !== undefined &&
        `The broken store lies at ${aside}. Its tokens are gone: make new ones with \`${context.commandName} token create\`.`,
      lost && `Revisions ${lost[0]} to ${lost[1]} are missing, and visitors keep the text of the last.`,
      leftOut > 0 && `Damaged revisions left out: ${leftOut}.`,
      ...warnings,
    ];
    for (const line of lines) if (line) context.print(line);
    reportNodes(context, nodes, number);
  });
  addExamples(command, "restore notice-backup.db", "restore notice-backup.db --dry-run");
}

/** What removes nodes of the shared store. @throws NoticeError USAGE for a store in a file */
function forgetterOf({ backend }: Context): NonNullable<StoreBackend["forgetNodes"]> {
  if (backend.forgetNodes) return backend.forgetNodes;
  throw usage("A store in a file has no nodes. Nodes are listed if DATABASE is the URL of a database.");
}

export function addNodes(program: Command, context: Context): void {
  const command = program
    .command("nodes")
    .summary("list the nodes that share the store, and what each shows")
    .description("Lists the nodes (processes) that share the store, and the revision that each shows.")
    .option("--json", "print them as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      forgetterOf(context);
      await whileOpen(context.backend.read(deadlineIn()), async (store) => {
        const nodes = (await store.nodes?.()) ?? [];
        if (json) return context.printJson(nodes.map(nodeInJson));
        if (nodes.length === 0) return context.print("No node is running.");
        const { storeId } = store;
        for (const entry of await store.history({ limit: 1 }))
          for (const node of nodes) context.print(describeNode(node, { ...versionOf(entry), storeId }));
      });
    });
  addForget(command, context);
  addExamples(command, "nodes", "nodes forget web-3", "nodes forget --silent 1h");
}

function addForget(nodes: Command, context: Context): void {
  nodes
    .command("forget")
    .summary("remove nodes that are gone for good")
    .description(
      `Removes nodes that are gone for good from the list. A node that reported within the last ${maxSilentSeconds} seconds is running, and stays.`,
    )
    .argument("[name]", "the name, as listed by `nodes`")
    .option("--silent <time>", "nodes that have been silent for this long, such as 1h", duration)
    .action(async (label: string | undefined, { silent }: { silent?: number }) => {
      if (label === undefined && silent === undefined)
        throw usage("Say which nodes to remove: give a name, or --silent 1h.");
      const { gone, running } = await forgetterOf(context)({
        ...(label !== undefined && { label }),
        ...(silent !== undefined && { silentSeconds: silent / 1000 }),
      });
      for (const { label, id } of gone) context.print(`Removed: ${label}  ${id}`);
      if (gone.length > 0) return;
      const names = running.map(({ label, id }) => `${label} (${id})`).join(", ");
      if (names !== "") throw new NoticeError("NODES_RUNNING", { names, seconds: maxSilentSeconds });
      if (label !== undefined) throw new NoticeError("NODE_UNKNOWN", { name: label });
      context.print("No such node is on the list.");
    });
}
