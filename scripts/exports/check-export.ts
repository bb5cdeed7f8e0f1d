import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type ExportRecord, readCurrent, readModuleVersion, toExportError } from "../../api/export/start.ts";
import { type DiagnosticResult, failure, ok, warning } from "../../data/diagnostic.ts";
import { tryWrite } from "../../data/files/try-write.ts";
import { shownIn } from "../../data/predecessor.ts";
import type { Revision } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { versionBySum, versionName } from "../../schema/notice/entity-tag/format.ts";
import { phaseOf } from "../../schema/notice/phase.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { durationInWords } from "../../schema/text/duration.ts";
import type { Context } from "../terminal/context.ts";

/** How long a service may take to export a change, in ms. */
const maxDelayMs = 10_000;

/** The current state of an export that the service keeps up to date. */
interface SeenExport {
  subject: string;
  setting: string;
  path: string;
  /** The folder to write to. */
  folder: string;
  /** What has been exported, in words. */
  standing: string | undefined;
  isFresh: boolean;
}

/**
 * Reports which revision has been exported and when, and why if it is not what visitors see. No line if no export is
 * set.
 */
export async function checkExport({
  installation,
  backend,
  now,
}: Pick<Context, "installation" | "backend" | "now">): Promise<DiagnosticResult[]> {
  const { exportFolder, exportModule } = installation;
  if (exportFolder === undefined && exportModule === undefined) return [];
  // This makes root the store's owner, as whom the service writes. Another line reports a store that cannot be read.
  const latest = await shownIn({ backend, lastKnownGood: installation.lastKnownGood }, deadlineIn()).catch(
    () => undefined,
  );
  const seen = [
    ...(exportFolder === undefined ? [] : [await lookAtFolder(exportFolder, latest, now())]),
    ...(exportModule === undefined ? [] : [await lookAtModule(exportModule, latest)]),
  ];
  return seen.map((each) => resultOf(each, latest, now()));
}

async function lookAtFolder(path: string, latest: Revision | undefined, now: Date): Promise<SeenExport> {
  const current = await readCurrent(path);
  const standing = current && describe(current, now);
  const isFresh = current !== undefined && !current.isScriptless && (!latest || isOf(current, latest, now));
  // The service makes the folder itself, but not its parent.
  const folder = existsSync(path) ? path : dirname(path);
  return { subject: "export", setting: "EXPORT_DIR", path, folder, standing, isFresh };
}

async function lookAtModule(path: string, latest: Revision | undefined): Promise<SeenExport> {
  const version = await readModuleVersion(path).catch(() => undefined);
  const standing = version && `revision ${version}`;
  const wanted = latest && versionName(versionBySum(latest.number, sumOf(latest.notice)));
  const isFresh = version !== undefined && (wanted === undefined || version === wanted);
  return { subject: "worker", setting: "EXPORT_WORKER", path, folder: dirname(path), standing, isFresh };
}

function resultOf(seen: SeenExport, latest: Revision | undefined, now: Date): DiagnosticResult {
  const { subject, setting, path, folder, standing = "nothing has been exported", isFresh } = seen;
  const fault = findFault(path, folder);
  if (fault !== undefined) return failure(subject, `${standing}. ${fault}`);
  if (isFresh) return ok(subject, `${standing}, in ${path}`);
  const isPending = latest !== undefined && now.getTime() - Date.parse(latest.createdAt) < maxDelayMs;
  const wanted = latest ? ` (revision ${latest.number})` : "";
  const found = seen.standing
    ? `, in ${path}, and not what visitors of the service see${wanted}`
    : ` to ${path}`;
  const detail = `${standing}${found}: check that the service runs, that it was started with ${setting}, and what its log says`;
  return (isPending ? warning : failure)(subject, detail);
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

/** Why a change cannot be exported to a path: its folder must be writable. */
function findFault(path: string, folder: string): string | undefined {
  try {
    tryWrite(folder);
    return undefined;
  } catch (error) {
    return toExportError(path, error).message;
  }
}
