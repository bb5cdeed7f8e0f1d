import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Environment, withoutSecrets } from "../../schema/settings/setting-names.ts";

/** The command that opens a page in the user's browser; undefined if there is none. */
export function browserOf(env: Environment, platform: NodeJS.Platform): string[] | undefined {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = env;
  if (BROWSER === "none" || SSH_CONNECTION) return undefined;
  if (BROWSER) return [BROWSER];
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["cmd", "/c", "start", ""];
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}

/**
 * Opens a link in a browser. Other users can see the arguments of a process, so the browser gets the path of a private
 * file that redirects to the link. Returns what removes that file.
 */
export function openLink(link: string, [program = "", ...args]: string[], env: Environment): () => void {
  const folder = mkdtempSync(join(tmpdir(), "backsoon-editor-"));
  const file = join(folder, "open.html");
  writeFileSync(file, pageLeadingTo(link), { flag: "wx", mode: 0o600 });
  spawn(program, [...args, pathToFileURL(file).href], {
    stdio: "ignore",
    detached: true,
    env: withoutSecrets(env),
  })
    // Without such a program, people open the printed link.
    .on("error", () => {})
    .unref();
  return () => rmSync(folder, { recursive: true, force: true });
}

function pageLeadingTo(link: string): string {
  return `<!doctype html><html lang="en"><title>Opening the editor</title>
<meta http-equiv="refresh" content="0; url=${link}"><p><a href="${link}">Open the editor</a></p></html>\n`;
}
