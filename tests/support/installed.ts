import { join } from "node:path";

/**
 * The program and first arguments of a command of an installed package, which tests start instead of the build's where
 * `INSTALLED_COMMANDS` names the folder with its commands, and `INSTALLED_NODE` the Node that they are for.
 */
export function installedCommand(name: "backsoon" | "notice"): string[] | undefined {
  const { INSTALLED_COMMANDS: folder, INSTALLED_NODE: node } = process.env;
  return folder && node ? [node, join(folder, name)] : undefined;
}

/** What an installed command writes, with the name that the build's would have in its place: for that, tests are written. */
export function calledAs(name: string, text: string): string {
  if (!installedCommand("notice")) return text;
  return text.replace(/(?<=`|^Usage: | {2}\$ |&& )notice(?= )/gm, name);
}
