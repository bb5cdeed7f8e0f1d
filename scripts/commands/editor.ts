import type { Command } from "commander";
import type { Address } from "../../api/editor/start.ts";
import { hostName, originUrl, portNumber } from "../editor/address.ts";
import type { Context } from "../terminal/context.ts";
import { addExamples } from "../terminal/options.ts";

export function addEditor(program: Command, context: Context): void {
  const command = program
    .command("editor")
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
    .summary("print another sign-in link for the running editor")
    .description(
      "Prints a link that signs in to the editor that runs here: it works once, within five minutes.",
    )
    .option("--port <number>", "the port of the editor, if several run", portNumber)
    .action(async () => {
      // Commander assigns `--port` to `editor`, wherever it stands, and the option of `editor` has a default.
      const port = editor.getOptionValueSource("port") === "cli" ? editor.opts<Address>().port : undefined;
      const { askForLink } = await import("../editor/links.ts");
      const { editorFolderOf } = await import("../editor/folder.ts");
      // Makes root the store's owner, because the editor runs as that user.
      void context.backend;
      context.print(await askForLink(editorFolderOf(context), port));
    });
  addExamples(command, "editor link");
}
