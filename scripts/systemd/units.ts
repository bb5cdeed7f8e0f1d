import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { machineHome } from "../../schema/settings/home.ts";

/** The units of an installation. They are the units of a clone, with a few lines replaced. */
export const unitNames = ["backsoon.socket", "backsoon.service", "backsoon-editor.service"] as const;

export type UnitName = (typeof unitNames)[number];

/** The programs of the units, as absolute paths. */
export interface Programs {
  node: string;
  folder: string;
}

const commands: Record<UnitName, (bin: string) => string[]> = {
  "backsoon.socket": () => [],
  "backsoon.service": (bin) => [`ExecStart=${join(bin, "backsoon.cjs")}`],
  "backsoon-editor.service": (bin) => [`ExecStart=${join(bin, "notice.cjs")} editor`],
};

/** The file of a clone's unit: in `docs/deploy`, or in the same place of the build. */
export function unitFile(name: UnitName): URL {
  return new URL(`../../docs/deploy/${name}`, import.meta.url);
}

/**
 * A unit of an installation. The program finds its home itself, where the unit has systemd make the folders. The first
 * comment is left out, because it is about a clone.
 */
export function unitOf(name: UnitName, { node, folder }: Programs): string {
  const [, ...paragraphs] = readFileSync(unitFile(name), "utf8").split("\n\n");
  const start = commands[name](join(folder, "bin")).map((line) => line.replace(/^ExecStart=/, `$&${node} `));
  const instead: [string, string[]][] = [
    ["Documentation=", []],
    ["Environment=DATABASE=", []],
    ["WorkingDirectory=", []],
    ["ExecStart=", start],
    ["StateDirectory=", homeFolders],
  ];
  const lines = paragraphs.join("\n\n").split("\n");
  return lines
    .flatMap((line) => instead.find(([begins]) => line.startsWith(begins))?.[1] ?? [line])
    .join("\n");
}

const homeFolders = [
  `StateDirectory=${basename(machineHome.folder)} ${basename(machineHome.folder)}-export`,
  `ConfigurationDirectory=${basename(dirname(machineHome.envFile))}`,
];

/** The lines for `systemd-sysusers` that make the user of the units. */
export const sysusers = `u backsoon - "Backsoon, the maintenance notice" ${machineHome.folder}\n`;
