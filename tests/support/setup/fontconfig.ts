import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The fonts that a browser finds on a machine. */
export interface Fonts {
  folders: string[];
  /** The family that a page gets where it names none of those that are there. */
  usual: string;
  /** The families of other kinds, by the names that pages have for them. */
  kinds?: Record<"serif" | "monospace", string>;
}

/**
 * Writes a file that has fontconfig, and so a browser on Linux, find these fonts and no others, with Debian's hints;
 * gives its path, for `FONTCONFIG_FILE`. Browsers elsewhere do not read it.
 * @see https://www.freedesktop.org/software/fontconfig/fontconfig-user.html
 */
export function writeFontconfig(name: string, { folders, usual, kinds }: Fonts): string {
  const configFolder = resolve("var/fonts");
  const file = resolve(configFolder, `${name}.conf`);
  const lines = [
    ...folders.map((folder) => `<dir>${escapeXml(folder)}</dir>`),
    `<cachedir>${escapeXml(resolve(configFolder, "cache"))}</cachedir>`,
    ...Object.entries(kinds ?? {}).map(
      ([kind, family]) =>
        `<alias><family>${kind}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
    "<match>",
    `<edit name="family" mode="append_last"><string>${usual}</string></edit>`,
    '<edit name="antialias"><bool>true</bool></edit>',
    '<edit name="hintstyle"><const>hintslight</const></edit>',
    '<edit name="rgba"><const>none</const></edit>',
    "</match>",
  ];
  mkdirSync(configFolder, { recursive: true });
  // Another run's browser may read it at this moment.
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, `<?xml version="1.0"?>\n<fontconfig>\n${lines.join("\n")}\n</fontconfig>\n`);
  renameSync(whole, file);
  return file;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
