import type { DiagnosticResult } from "../../data/store.ts";
import type { Home } from "../../schema/settings/home/home.ts";
import { secretFile, secretNames } from "../../schema/settings/setting-names.ts";
import type { Context } from "../terminal/context.ts";

/** Validates every setting, and lists those that are set in each place; no value is shown. */
export function checkSettings({
  readSettings,
  installation,
}: Pick<Context, "readSettings" | "installation">): DiagnosticResult[] {
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

/** A line with the settings of a place, or none if it sets none. */
function list(subject: string, place: string, names: string[]): DiagnosticResult[] {
  return names.length === 0 ? [] : [{ subject, state: "ok", detail: `${place}sets ${names.join(", ")}` }];
}

function validateSettings(readSettings: Context["readSettings"], { folder }: Home): DiagnosticResult {
  try {
    readSettings();
    return { subject: "settings", state: "ok", detail: `all valid; the home is ${folder}` };
  } catch (error) {
    return { subject: "settings", state: "failure", detail: (error as Error).message };
  }
}

/** The name of a setting; of a secret that is in a file, with that file's setting. */
function inWords(name: string): string {
  const secret = secretNames.find((candidate) => secretFile(candidate) === name);
  return secret ? `${secret} (in the file that ${name} names)` : name;
}
