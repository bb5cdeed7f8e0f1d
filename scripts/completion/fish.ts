import type { Choices, Completions } from "./choices.ts";

/** A script for fish that completes a command. */
export function fishCompletion(name: string, all: Choices[]): string[] {
  const paths = all.flatMap(({ path }) => (path ? [quote(path)] : []));
  return [
    `# Completion of ${name} in fish: keep it as ~/.config/fish/completions/${name}.fish.`,
    `function __${name}_at`,
    "  set -l at",
    "  for word in (commandline -opc)[2..-1]",
    `    contains -- "$at $word" ${paths.map((path) => path.replace("'", "' ")).join(" ")}; and set at "$at $word"`,
    "  end",
    '  test "$at" = "$argv[1]"',
    "end",
    `complete -c ${name} -f`,
    ...all.flatMap(({ path, commands, flags, values }) => {
      const where = `complete -c ${name} -n ${quote(`__${name}_at "${path && ` ${path}`}"`)}`;
      return [
        ...commands.map((part) => `${where} -a ${part.name} -d ${quote(part.description)}`),
        ...flags.map((flag) => {
          const taken = flag.values === undefined ? "" : ` -r ${offer(flag.values)}`;
          return `${where} -l ${flag.name.slice(2)}${taken} -d ${quote(flag.description)}`;
        }),
        ...(values === "anything" ? [] : [`${where} ${offer(values)}`]),
      ];
    }),
  ];
}

function offer(values: Completions): string {
  if (values === "anything") return "-f";
  return values === "file" ? "-F" : `-f -a ${quote(values.join(" "))}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
