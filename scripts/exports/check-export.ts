import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readExported, stateOf, toExportError } from "../../api/export/start.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../data/diagnostic.ts";
import { tryWrite } from "../../data/files/try-write.ts";
import { shownIn } from "../../data/predecessor.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import type { Context } from "../terminal/context.ts";

/** How long a service may take to export a change, in ms. */
const maxDelayMs = 10_000;

/** Reports which revision the pages of EXPORT_DIR have, and why if it is not what visitors see. No line without it. */
export async function checkExport({
  installation,
  backend,
  now,
}: Pick<Context, "installation" | "backend" | "now">): Promise<DiagnosticResult[]> {
  const { exportFolder: folder } = installation;
  if (folder === undefined) return [];
  // This makes root the store's owner, as whom the service writes. Another line reports a store that cannot be read.
  const latest = await shownIn({ backend, lastKnownGood: installation.lastKnownGood }, deadlineIn()).catch(
    () => undefined,
  );
  const state = await readExported(folder);
  const found = state === undefined ? "there are no pages yet" : `revision ${describe(folder, state, now())}`;
  const fault = findFault(folder);
  if (fault !== undefined) return [failure("export", `${found}. ${fault}`)];
  if (state !== undefined && (!latest || state === stateOf(latest, now())))
    return [ok("export", `${found}, in ${folder}`)];
  const isPending = latest !== undefined && now().getTime() - Date.parse(latest.createdAt) < maxDelayMs;
  const wanted = latest ? `, and visitors of the service see revision ${latest.number}` : "";
  const detail = `${found}, in ${folder}${wanted}: check that the service runs, that it was started with EXPORT_DIR, and what its log says`;
  return [(isPending ? warning : failure)("export", detail)];
}

function describe(folder: string, state: string, now: Date): string {
  const age = now.getTime() - statSync(join(folder, "index.html")).mtimeMs;
  return `${/^\d+/.exec(state)?.[0]}, exported ${durationInWords(Math.max(0, age))} ago`;
}

/** Why a change cannot be exported: the folder must be writable. The service makes it, but not its parent. */
function findFault(folder: string): string | undefined {
  try {
    tryWrite(existsSync(folder) ? folder : dirname(folder));
    return undefined;
  } catch (error) {
    return toExportError(folder, error).message;
  }
}
