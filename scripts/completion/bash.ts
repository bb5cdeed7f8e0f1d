import type { Choices, Completions } from "./choices.ts";

/** A script for bash that completes a command. */
export function bashCompletion(name: string, all: Choices[]): string[] {
  const paths = all.flatMap(({ path }) => (path ? [`"${path}"`] : []));
  const ofFlags = all.flatMap(({ path, flags }) =>
    flags.flatMap((flag) => (flag.values ? [`    "${path}:${flag.name}") ${offer(flag.values)} ;;`] : [])),
  );
  const ofCommands = all.map(({ path, commands, flags, values }) => {
    const words = [...commands, ...flags].map((word) => word.name);
    return `    "${path}:"*) ${offer(values, words)} ;;`;
  });
  return [
    `# Completion of ${name} in bash: keep it as ~/.local/share/bash-completion/completions/${name}.`,
    `_${name}() {`,
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" at="" files="" words="" word`,
    "  # Bash takes the = of --lang=de for a word.",
    `  if [[ $cur == = ]]; then cur=""; elif [[ $prev == = ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi`,
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    case "\${at:+$at }$word" in`,
    `      ${paths.join("|")}) at="\${at:+$at }$word" ;;`,
    "    esac",
    "  done",
    '  case "$at:$prev" in',
    ...ofFlags,
    ...ofCommands,
    "  esac",
    '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; [[ $files && $cur != -* ]] && compgen -f -- "$cur")',
    "  [[ $files ]] && compopt -o filenames 2>/dev/null",
    "  return 0",
    "}",
    `complete -F _${name} ${name}`,
  ];
}

function offer(values: Completions, words: string[] = []): string {
  if (values === "file") return `words="${words.join(" ")}" files=1`;
  return `words="${(values === "anything" ? words : [...values, ...words]).join(" ")}"`;
}
