import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tryWrite } from "../../data/files.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../data/store.ts";
import { folderFault } from "../../schema/errors/notice-error.ts";
import type { Home } from "../../schema/settings/home.ts";
import { readAppAddress } from "../../schema/settings/settings.ts";
import { secretFile, secretNames } from "../../schema/settings/settings-schema.ts";
import type { Context } from "../terminal/context.ts";

/** How long the app may take to answer, in ms. */
const appTimeoutMs = 2_000;

/** Validates every setting, and lists by source which settings are set. No value is shown. */
export function checkSettings({ readSettings, installation }: Context): DiagnosticResult[] {
  const { home, sources } = installation;
  const { environment } = sources;
  const inFile = sources.envFile.map((name) =>
    environment.includes(name) ? `${inWords(name)} (the environment wins)` : inWords(name),
  );
  return [
    validateSettings(readSettings, home),
    ...list("environment", "", environment.map(inWords)),
    ...list(".env", `${home.envFile} `, inFile),
  ];
}

/** A line with the settings from one source; no line if it sets none. */
function list(subject: string, place: string, names: string[]): DiagnosticResult[] {
  return names.length === 0 ? [] : [ok(subject, `${place}sets ${names.join(", ")}`)];
}

function validateSettings(readSettings: Context["readSettings"], { folder }: Home): DiagnosticResult {
  try {
    readSettings();
    return ok("settings", `all valid, home ${folder}`);
  } catch (error) {
    return failure("settings", (error as Error).message);
  }
}

/** The name of a setting. If a secret is in a file, also the setting that names the file. */
function inWords(name: string): string {
  const secret = secretNames.find((candidate) => secretFile(candidate) === name);
  return secret ? `${secret} (in the file that ${name} names)` : name;
}

/** Asks the app's address as the editor does; no line if it is not set. */
export async function checkAppAddress({ readSettings }: Context): Promise<DiagnosticResult[]> {
  const { url, fault } = readAppAddress(readSettings(["APP_URL"]).APP_URL);
  if (fault !== undefined) return [failure("app", fault)];
  if (!url) return [];
  const { host } = url;
  const { askApp } = await import("../../api/editor/ask-app.ts");
  const { state, detail } = await askApp(url, appTimeoutMs);
  if (state === "unknown") return [warning("app", `It is not known what answers at ${host}. ${detail}`)];
  return [ok("app", `${state === "notice" ? "Backsoon" : "the app"} answers at ${host}`)];
}

/**
 * Reads the brand as the service does at its start: every fault, pictures that are not read, and what became of the
 * accent. No line if none is set.
 */
export async function checkBrandFolder({ installation }: Context): Promise<DiagnosticResult[]> {
  const folder = installation.brandFolder;
  if (folder === undefined) return [];
  const [{ findUnread, readBrand }, { moveAccent }] = await Promise.all([
    import("../../data/brand.ts"),
    import("../../web/brand.tsx"),
  ]);
  const read = await readBrand(folder);
  const unread = (await findUnread(folder)).map((name) =>
    warning(
      "brand",
      `${name} in ${folder} is not read: the names are logo, logo-dark and favicon, with .svg or .png`,
    ),
  );
  if ("faults" in read) return [...read.faults.map((fault) => failure("brand", fault)), ...unread];
  const { name, accent } = read.brand.document;
  const colours = (scheme: "light" | "dark", from: string) =>
    `${moveAccent(from, "text", scheme).color} for links and ${moveAccent(from, "sun", scheme).color} for the sun on ${scheme} pages`;
  const moved = accent && `${accent} becomes ${colours("light", accent)}, ${colours("dark", accent)}`;
  return [ok("brand", `${name}, from ${folder}`), ...unread, ...(moved ? [ok("accent", moved)] : [])];
}

/** Looks for the page that the build made, and for the script that it names. */
export function checkBuiltPage({ installation }: Context): DiagnosticResult {
  const file = join(installation.webBuild, "index.html");
  const script = existsSync(file) && /src="\/(assets\/[^"]+)"/.exec(readFileSync(file, "utf8"))?.[1];
  return script && existsSync(join(installation.webBuild, script))
    ? ok("page", `built, with ${script}`)
    : failure("page", "not built: run `npm run build` in a clone, or install Backsoon again");
}

const nearestThere = (folder: string): string =>
  existsSync(folder) ? folder : nearestThere(dirname(folder));

/** Tries to write to the state folder of a node in a fleet. Other checks cover the folder of a store in a file. */
export function checkStateFolder({ installation }: Context): DiagnosticResult[] {
  if (!installation.isShared) return [];
  const folder = dirname(installation.writablePath);
  const isThere = existsSync(folder);
  try {
    // A server makes the folder itself, and its parents.
    tryWrite(nearestThere(folder));
    return [ok("state folder", `${folder} ${isThere ? "can be written" : "can be made"}`)];
  } catch (error) {
    const detail = `${folder} cannot be written (${folderFault(error)}), so a node would forget what it shows when it stops: make it writable, or set STATE_DIR to a writable folder`;
    return [failure("state folder", detail)];
  }
}
