import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import type { Shown } from "../../store.ts";
import { isForbidden, isHeld, toStoreError } from "../connection/fault.ts";
import type { Session } from "../connection/session.ts";
import { type Reporter, reportsOn } from "../nodes/reports.ts";
import type { FromThread, ThreadData } from "./messages.ts";

/** How often this process says that it is there, in ms. */
const reportIntervalMs = 5000;
/** How long we stay to say that we go, in ms. */
const lastReportTimeoutMs = 500;

/** What a process says of itself while it watches a store. */
export interface Reporting {
  /** What visitors see from now on. */
  show(shown: Shown): void;
  /** A new connection may lead to a database that knows nothing of us. */
  begin(): void;
  /** Says what visitors see, if it is time for that, and nobody holds that up. */
  beforeRead(session: Session): Promise<void>;
  /** Says it if somebody has held that up. */
  afterRead(session: Session): Promise<void>;
  /** Takes this process off the list; never rejects. */
  end(session: Session): Promise<void>;
}

/** Those that publish are told what visitors see here; where they cannot be, that is told once with `tell`. */
export function createReporting(
  { login, instance, earlier, shown }: ThreadData,
  tell: (message: FromThread) => void,
  timeoutMs: number,
): Reporting {
  const { address, label } = login;
  const reports = reportsOn(address.schema);
  const reporter: Reporter = { id: instance, label, earlier };
  /** Whether the database at hand has been seen without the earlier runs. */
  let isAlone = earlier.length === 0;
  let current = shown;
  let reported: Shown | undefined;
  let reportedAt = 0;
  let mayReport = true;
  let isHeldUp = false;

  const report = async (session: Session): Promise<void> => {
    const [telling, at] = [current, performance.now()];
    if (reported === telling && at - reportedAt < reportIntervalMs) return;
    try {
      await reports.report(session, isAlone ? { ...reporter, earlier: [] } : reporter, telling, timeoutMs);
      if (!isAlone && !(await reports.areThere(session, earlier, timeoutMs))) {
        isAlone = true;
        tell({ kind: "succeeded" });
      }
      mayReport = true;
      isHeldUp = false;
    } catch (error) {
      isHeldUp = isHeld(error);
      if (!isHeldUp && !isForbidden(error)) throw error;
      // Whoever may read goes on reading, and those who publish do not know of us.
      if (mayReport) tell({ kind: "unreported", message: reasonOf(error, isHeldUp) });
      mayReport = false;
      if (isHeldUp) return;
    }
    [reported, reportedAt] = [telling, at];
  };
  const reasonOf = (error: unknown, isHeldUp: boolean): string =>
    isHeldUp
      ? new NoticeError("REPORT_HELD_UP", { store: describeAddress(address) }).message
      : toStoreError(error, address).message;

  return {
    show(next) {
      current = next;
    },
    begin() {
      reported = undefined;
      isHeldUp = false;
      isAlone = earlier.length === 0;
    },
    beforeRead: async (session) => {
      if (!isHeldUp) await report(session);
    },
    afterRead: async (session) => {
      if (isHeldUp) await report(session);
    },
    end: (session) => reports.remove(session, reporter, current, lastReportTimeoutMs).catch(() => {}),
  };
}
