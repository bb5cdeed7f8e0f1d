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

/** The text of a file as it is pasted: a choice is a comment. */
export function pastedOf({ text, choice }: FilledFile): string {
  return choice === undefined ? text.trimEnd() : text.trimEnd().replace(/^(?=[^#\n])/gm, "# ");
}

/** A whole configuration: the line `# here: NAME` of its part stands for that file; a file of no part leaves nothing. */
export function wholeOf(name: ProxyName, options: ProxyOptions): string {
  const files = filesOf(name, options);
  const whole = textOf(name, [proxies[name].whole], options);
  return whole.replace(/(\n?)\n([ \t]*)# here: (\S+)$/gm, (_, blank, indent, own) => {
    const file = files.find(({ name }) => name === own);
    if (file === undefined) return "";
    const told = file.choice === undefined ? "" : `# ${file.choice}:\n`;
    return `${blank}\n${`${told}${pastedOf(file)}`.replace(/^(?=.)/gm, indent)}`;
  });
}

function textOf(name: ProxyName, parts: string[], options: ProxyOptions): string {
  const proxy: Recipe = proxies[name];
  const samples = { ...samplesOf(options), ...proxy.values?.(options) };
  const read = (part: string) => readFileSync(new URL(`./${name}/${part}`, import.meta.url), "utf8");
  return fill(parts.map(read).join("\n"), samples);
}
