import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { machineHome } from "../../schema/settings/home/home.ts";

/** The units of an installation: those of a clone, but for the lines in which they must differ. */
export const unitNames = ["backsoon.socket", "backsoon.service", "backsoon-editor.service"] as const;

export type UnitName = (typeof unitNames)[number];

/** What the units run, by absolute paths. */
export interface Programs {
  node: string;
  /** The folder of the installed program. */
  folder: string;
}

const commands: Record<UnitName, (bin: string) => string[]> = {
  "backsoon.socket": () => [],
  "backsoon.service": (bin) => [`ExecStart=${join(bin, "backsoon.cjs")}`],
  "backsoon-editor.service": (bin) => [
    "# The address that browsers use is in a drop-in, which updates leave alone: systemctl edit backsoon-editor.service",
    "# [Service]",
    "# Environment=EDITOR_ORIGIN=https://notice.example.com",
    `ExecStart=${join(bin, "notice.cjs")} editor --origin \${EDITOR_ORIGIN}`,
  ],
};

/** Where a unit of a clone is: in `docs/deploy`, and in the same place of the build, which brings it along. */
export function unitFile(name: UnitName): URL {
  return new URL(`../../docs/deploy/${name}`, import.meta.url);
}

/**
 * A unit of an installation. The program finds its home by itself, which is where the unit has systemd make the folders;
 * what the first comment says is for a clone.
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

/** Below /var/lib and /etc: the first are the service's own, the second stays root's. */
const homeFolders = [
  `StateDirectory=${basename(machineHome.folder)} ${basename(machineHome.folder)}-export`,
  `ConfigurationDirectory=${basename(dirname(machineHome.envFile))}`,
];

/** What has `systemd-sysusers` make the user that the units name. */
export const sysusers = `u backsoon - "Backsoon, the maintenance notice" ${machineHome.folder}\n`;
