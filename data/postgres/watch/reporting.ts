import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import type { Shown } from "../../store.ts";
import { isForbidden, isHeld, toStoreError } from "../connection/fault.ts";
import type { Session } from "../connection/session.ts";
import { type Reporter, reportsOn } from "../nodes/reports.ts";
import type { FromThread, ThreadData } from "./messages.ts";

/** How often this process reports, in ms. */
const reportIntervalMs = 5000;
/** How long the last report may take, in ms. */
const lastReportTimeoutMs = 500;

/** The reports of a process while it watches a store. */
export interface Reporting {
  /** Sets what visitors see from now on. */
  show(shown: Shown): void;
  /** Begins again on a new connection, as its database may not know our reports. */
  begin(): void;
  /** Reports what visitors see if that is due, and no lock held the last report up. */
  beforeRead(session: Session): Promise<void>;
  /** Reports it if a lock held the last report up. */
  afterRead(session: Session): Promise<void>;
  /** Removes this process from the list; never rejects. */
  end(session: Session): Promise<void>;
}

/** Makes the reports of what visitors see here. If they fail, tells so once by `tell`. */
export function createReporting(
  { login, instance, earlier, shown }: ThreadData,
  tell: (message: FromThread) => void,
  timeoutMs: number,
): Reporting {
  const { address, label } = login;
  const reports = reportsOn(address.schema);
  const reporter: Reporter = { id: instance, label, earlier };
  /** Whether the earlier runs are known to be off this database's list. */
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
      // The store can still be read, but commands that publish do not see this node.
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
