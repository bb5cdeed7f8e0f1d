import type { Command } from "commander";
import type { Address } from "../../api/editor/start.ts";
import { ownLinkOf } from "../../data/links.ts";
import { hostName, originUrl, portNumber } from "../editor/address.ts";
import { printLink } from "../editor/print-link.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";

export function addEditor(program: Command, context: Context): void {
  const command = program
    .command("editor")
    .enablePositionalOptions()
    .summary("edit the notice in a browser")
    .description(
      "Starts the editor on this machine, prints a link that signs you in, and runs until Ctrl-C. Only this machine can reach it, unless you give --host and --origin.",
    )
    .option("--host <address>", "the address to listen on", hostName, "127.0.0.1")
    .option("--port <number>", "the port to listen on", portNumber, 8081)
    .option("--origin <url>", "the URL that browsers use, if it is different", originUrl)
    .action(async (address: Address) => {
      // Loaded on demand, so that other commands do not wait for a server.
      const { runEditor } = await import("../editor/run-editor.ts");
      await runEditor(context, address);
    });
  addLink(command, context);
  addExamples(command, "editor", "editor --port 8082", "editor link");
}

function addLink(editor: Command, context: Context): void {
  const command = editor
    .command("link")
    .summary("print another sign-in link for yourself")
    .description(
      "Prints a link that signs you in to the editor: it works once, within five minutes. That sign-in lasts 12 hours, and may invite people.",
    )
    .option("--origin <url>", "the editor's address in browsers (default: EDITOR_ORIGIN)", originUrl)
    .action(async ({ origin }: { origin?: string }) => {
      await printLink(context, origin, ownLinkOf(context.author(), context.now()));
    });
  addExamples(command, "editor link", "editor link --origin http://127.0.0.1:8082");
}
