import type { Command } from "commander";
import { describeNode } from "../../../data/nodes.ts";
import { type NoticeReader, type StoreBackend, whileOpen } from "../../../data/store.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { sumOf } from "../../../schema/notice/sum.ts";
import { maxSilentSeconds } from "../../../schema/words/node-in-words.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples, duration } from "../../terminal/options.ts";
import { usage } from "../../words/usage.ts";

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
        const { storeId } = store;
        const nodes = (await store.nodes?.()) ?? [];
        if (json) return context.printJson(nodes);
        if (nodes.length === 0) return context.print("No node is running.");
        const latest = await store.latestNumber();
        for (const node of nodes)
          context.print(describeNode(node, { storeId, latest, sum: await sumIn(store, node.number) }));
      });
    });
  addForget(command, context);
  addExamples(command, "nodes", "nodes forget web-3", "nodes forget --silent 1h");
}

/** The hash of a revision in the store; undefined if the revision is missing or damaged. */
async function sumIn(store: NoticeReader, number: number): Promise<string | undefined> {
  try {
    return sumOf((await store.find(number)).notice);
  } catch (error) {
    if (isNoticeError(error, "REVISION_UNKNOWN") || isNoticeError(error, "STORE_DAMAGED")) return undefined;
    throw error;
  }
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
      const silentSeconds = silent === undefined ? undefined : silent / 1000;
      const { gone, running } = await forgetterOf(context)({ label, silentSeconds });
      if (gone.length === 0 && running.length > 0) {
        const names = running.map(({ label, id }) => `${label} (${id})`).join(", ");
        throw new NoticeError("NODES_RUNNING", { names, seconds: maxSilentSeconds });
      }
      if (gone.length === 0 && label !== undefined && silent === undefined)
        throw new NoticeError("NODE_UNKNOWN", { name: label });
      for (const { label, id } of gone) context.print(`Removed: ${label}  ${id}`);
      for (const { label, id } of running)
        context.print(`Not removed, because it is running: ${label}  ${id}`);
      if (gone.length === 0) context.print("No such node is on the list.");
    });
}
