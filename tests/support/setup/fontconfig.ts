import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The fonts that a browser finds on a machine. */
export interface Fonts {
  folders: string[];
  /** The family that a page gets if it names no other that is there. */
  usual: string;
  /** The families for generic names. */
  kinds?: Record<"serif" | "monospace", string>;
}

/**
 * Writes a file with which a browser on Linux finds only these fonts, with Debian's hints. Returns its path, for
 * `FONTCONFIG_FILE`.
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
  // A browser of another run may read the file at this moment.
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, `<?xml version="1.0"?>\n<fontconfig>\n${lines.join("\n")}\n</fontconfig>\n`);
  renameSync(whole, file);
  return file;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
