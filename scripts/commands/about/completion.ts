import { Argument, type Command } from "commander";
import { commandName } from "../../../schema/errors/command-name.ts";
import { bashCompletion } from "../../completion/bash.ts";
import { choicesOf } from "../../completion/choices.ts";
import { fishCompletion } from "../../completion/fish.ts";
import { zshCompletion } from "../../completion/zsh.ts";
import type { Context } from "../../terminal/context.ts";
import { addExamples } from "../../terminal/options.ts";

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export function addCompletion(program: Command, context: Context): void {
  const command = program
    .command("completion")
    .summary("print a shell completion script")
    .description(
      "Prints a script with which a shell completes commands, flags, languages and settings of this command. " +
        "Its first lines say where to keep it.",
    )
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(shells)))
    .action((shell: keyof typeof shells) => {
      // Shells complete one word, so even in a clone this is not `npx notice`.
      for (const line of shells[shell](commandName, choicesOf(program))) context.print(line);
    });
  addExamples(command, "completion bash > ~/.local/share/bash-completion/completions/notice");
}
