import { readFileSync } from "node:fs";
import { fill, samplesOf } from "./fill.ts";
import { type ProxyName, proxies } from "./proxies.ts";
import type { ProxyFile, ProxyOptions, Recipe } from "./proxy.ts";

/** A file of a recipe, filled in. */
export interface FilledFile extends ProxyFile {
  text: string;
}

/** The files that an operator's proxy needs, filled in; those of no part are left out. */
export function filesOf(name: ProxyName, options: ProxyOptions): FilledFile[] {
  return proxies[name].files.flatMap((file) => {
    const parts = file.parts(options);
    return parts.length > 0 ? [{ ...file, text: textOf(name, parts, options) }] : [];
  });
}

/** A whole configuration: the line `# here: NAME` of its part stands for that file; a file of no part leaves nothing. */
export function wholeOf(name: ProxyName, options: ProxyOptions): string {
  const files = filesOf(name, options);
  const lines = textOf(name, [proxies[name].whole], options).split("\n");
  return lines
    .flatMap((line) => {
      const [, indent = "", own] = /^(\s*)# here: (\S+)$/.exec(line) ?? [];
      if (own === undefined) return [line];
      const { text } = files.find((file) => file.name === own) ?? {};
      return text?.trimEnd().replace(/^(?=.)/gm, indent) ?? [];
    })
    .join("\n");
}

function textOf(name: ProxyName, parts: string[], options: ProxyOptions): string {
  const proxy: Recipe = proxies[name];
  const samples = { ...samplesOf(options), ...proxy.values?.(options) };
  const read = (part: string) => readFileSync(new URL(`./${name}/${part}`, import.meta.url), "utf8");
  return fill(parts.map(read).join("\n"), samples);
}
