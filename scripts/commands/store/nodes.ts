import type { Command } from "commander";
import { describeNode } from "../../../data/nodes.ts";
import { type StoreBackend, whileOpen } from "../../../data/store.ts";
import { versionOf } from "../../../data/stored-row.ts";
import { deadlineIn } from "../../../data/time/deadline.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
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
        const nodes = (await store.nodes?.()) ?? [];
        if (json) return context.printJson(nodes);
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
