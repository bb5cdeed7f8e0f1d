import type { Choices, Completions } from "./choices.ts";

/** A script for zsh that completes a command, for `source` or for a folder of `fpath`. */
export function zshCompletion(name: string, all: Choices[]): string[] {
  const paths = all.flatMap(({ path }) => (path ? [quote(path)] : []));
  const ofFlags = all.flatMap(({ path, flags }) =>
    flags.flatMap((flag) =>
      flag.values ? [`    ${quote(`${path}:${flag.name}`)}) ${offer(flag.values)} ;;`] : [],
    ),
  );
  const ofCommands = all.map(({ path, commands, flags, values }) => {
    const [parts, options] = [commands, flags].map((words) =>
      words.map((word) => quote(`${word.name}:${word.description}`)).join(" "),
    );
    return `    ${quote(`${path}:`)}*) parts=(${parts}); options=(${options}); ${offer(values)} ;;`;
  });
  return [
    `#compdef ${name}`,
    `# Completion of ${name} in zsh: keep it as _${name} in a folder of fpath, or source it.`,
    `_${name}() {`,
    "  local at= word prev=$words[CURRENT-1]",
    "  local -a parts options",
    `  if [[ $PREFIX == --*=* ]]; then prev=\${PREFIX%%=*}; compset -P '*='; fi`,
    `  for word in \${words[2,CURRENT-1]}; do`,
    `    case "\${at:+$at }$word" in`,
    `      ${paths.join("|")}) at="\${at:+$at }$word" ;;`,
    "    esac",
    "  done",
    '  case "$at:$prev" in',
    ...ofFlags,
    ...ofCommands,
    "  esac",
    "  _describe command parts",
    "  _describe -o flag options",
    "}",
    `if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi`,
  ];
}

function offer(values: Completions): string {
  if (values === "anything") return "true";
  return values === "file" ? "_files" : `compadd -- ${values.join(" ")}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
