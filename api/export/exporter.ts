import type { Revision } from "../../data/store.ts";
import { type Phase, phaseOf } from "../../schema/notice/phase.ts";
import type { Exported, ExportSource } from "./folder.ts";

/** The shortest time between two exports, and the longest wait after a failed one, in ms. */
const intervalMs = 1000;
const maxRetryMs = 30_000;

/** The outcome of an attempt. */
export type ExportOutcome = { exported: Exported; ms: number } | { fault: string; since: string | undefined };

/** Where an export goes. */
export interface ExportTarget {
  /** Exports what `latest` gives, as `writeExport` does. @throws NoticeError EXPORT_…, or what `latest` throws */
  exportNotice(latest: () => Promise<ExportSource>): Promise<Exported | undefined>;
  /** Asked after the revision was exported: whether the target still has an export that may stay. */
  isThere(revision: Revision): Promise<boolean>;
  /** When the last complete export was made, as RFC 3339; undefined if there is none. */
  since(): Promise<string | undefined>;
}

interface ExporterParts {
  target: ExportTarget;
  now(): Date;
  report(outcome: ExportOutcome): void;
}

/** Keeps an export fresh. */
export interface Exporter {
  /** Exports this revision from now on. If several come during an export, only the last one is exported. */
  show(revision: Revision): void;
  /** Exports until `end` is called, and then once more if it has not yet tried the latest revision. */
  run(): Promise<void>;
  end(): void;
}

/**
 * Exports a revision if it is new, enters another phase, or has disappeared from the folder, at most once a second.
 * After failures, it waits longer and longer.
 */
export function createExporter({ target, now, report }: ExporterParts): Exporter {
  let wanted: { revision: Revision; knownAt: Date } | undefined;
  let made: { revision: Revision; phase: Phase } | undefined;
  let failures = 0;
  let wake = (): void => {};
  let isEnding = false;

  const isDue = async (): Promise<boolean> => {
    if (!wanted) return false;
    const { revision } = wanted;
    if (made?.revision !== revision || made.phase !== phaseOf(revision.notice, now().getTime())) return true;
    return !(await target.isThere(revision));
  };

  const attempt = async (): Promise<void> => {
    const begun = performance.now();
    let taken = wanted;
    try {
      const exported = await target.exportNotice(async () => {
        taken = wanted;
        if (!taken) throw new Error("There is nothing to export.");
        return taken;
      });
      if (taken)
        made = {
          revision: taken.revision,
          phase: exported?.phase ?? phaseOf(taken.revision.notice, now().getTime()),
        };
      failures = 0;
      if (exported) report({ exported, ms: Math.round(performance.now() - begun) });
    } catch (error) {
      made = undefined;
      failures += 1;
      report({ fault: (error as Error).message, since: await target.since() });
    }
  };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    show(revision) {
      wanted = { revision, knownAt: now() };
      wake();
    },
    async run() {
      let notBefore = 0;
      while (!isEnding) {
        const waitMs = notBefore - performance.now();
        if (waitMs <= 0 && (await isDue())) {
          const begun = performance.now();
          await attempt();
          notBefore = begun + Math.min(intervalMs * 2 ** failures, maxRetryMs);
        } else await pause(waitMs > 0 ? waitMs : intervalMs);
      }
      if (wanted && wanted.revision !== made?.revision && failures === 0) await attempt();
    },
    end() {
      isEnding = true;
      wake();
    },
  };
}
