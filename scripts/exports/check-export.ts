import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type ExportRecord, readCurrent, toExportError } from "../../api/export/start.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../data/diagnostic.ts";
import { tryWrite } from "../../data/files/try-write.ts";
import { latestIn, type Revision } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { phaseOf } from "../../schema/notice/phase.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import type { Context } from "../terminal/context.ts";

/** How long a service may take to export a change, in ms. */
const maxDelayMs = 10_000;

/**
 * Says which revision has been exported and how old that is and, if it is not what visitors of the service see, why;
 * where no export is set, there is no line.
 */
export async function checkExport({
  installation,
  backend,
  now,
}: Pick<Context, "installation" | "backend" | "now">): Promise<DiagnosticResult[]> {
  const folder = installation.exportFolder;
  if (folder === undefined) return [];
  // Root becomes the store's owner, as whom the service writes.
  const latest = await readLatest(backend);
  const current = await readCurrent(folder);
  const fault = findFault(folder);
  const standing = current ? describe(current, now()) : "nothing has been exported";
  const isFresh = current !== undefined && !current.isScriptless && (!latest || isOf(current, latest, now()));
  const isPending = latest !== undefined && now().getTime() - Date.parse(latest.createdAt) < maxDelayMs;
  if (fault !== undefined) return [failure("export", `${standing}. ${fault}`)];
  if (isFresh) return [ok("export", `${standing}, in ${folder}`)];
  const detail = `${standing}, in ${folder}, and not what visitors of the service see${latest ? ` (revision ${latest.number})` : ""}: see whether the service runs, with EXPORT_DIR set since its start, and what its log says`;
  return [(isPending ? warning : failure)("export", detail)];
}

function describe({ revision, exportedAt }: ExportRecord, now: Date): string {
  const age = Math.max(0, now.getTime() - Date.parse(exportedAt));
  return `revision ${revision}, exported ${durationInWords(age)} ago`;
}

function isOf({ revision, sum, phase }: ExportRecord, latest: Revision, now: Date): boolean {
  return (
    revision === latest.number &&
    sumOf(latest.notice).startsWith(sum) &&
    phase === phaseOf(latest.notice, now.getTime())
  );
}

/** Why the next change could not be exported. */
function findFault(folder: string): string | undefined {
  try {
    // The service makes the folder itself, but none around it.
    tryWrite(existsSync(folder) ? folder : dirname(folder));
    return undefined;
  } catch (error) {
    return toExportError(folder, error).message;
  }
}

async function readLatest(backend: Context["backend"]): Promise<Revision | undefined> {
  try {
    return await latestIn(backend, deadlineIn());
  } catch {
    // Another line says why.
    return undefined;
  }
}
