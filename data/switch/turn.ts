import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { changedFields, difference } from "../../schema/notice/difference.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { restoreFields } from "../../schema/words/restore.ts";
import type { NextNotice, PublishRequest } from "../publish.ts";
import { type SwitchRecord, withChange } from "./record.ts";
import type { Switch } from "./switch.ts";

/** Turning a switch on, perhaps with words. If it ends anywhere, the same again finishes it. */
export interface TurningOn {
  /** Keeps a record of the words right before they are published. */
  beforeWrite: NonNullable<PublishRequest["beforeWrite"]>;
  turn(): Promise<void>;
}

/** Begins to turn the switch on. What an earlier record says of the words before stays. */
export function turningOn(chosen: Switch, by: string, now: Date): TurningOn {
  const { isOn, record: found } = chosen.state();
  const fresh = { since: now.toISOString(), by };
  const own: SwitchRecord = found ? { ...found, ...(!isOn && fresh) } : { ...fresh, fields: [] };
  let record = own;
  return {
    async beforeWrite(predecessor, changes) {
      record = withChange(own, predecessor, changes);
      await chosen.prepare(record);
    },
    async turn() {
      await chosen.prepare(record);
      await chosen.turn(true);
    },
  };
}

/** What turning a switch off needs besides: both may throw, and the same again then finishes it. */
interface TurningOff {
  now: Date;
  /** Waits until visitors see the app. */
  look(): Promise<void>;
  /** Publishes the words before; `remarks` is complete once it is published. Absent to leave the words. */
  restore?: (next: NextNotice, remarks: string[]) => Promise<void>;
}

/** Turns the switch off, then restores the words before. Returns whether there was anything to end. */
export async function turnOff(chosen: Switch, { now, look, restore }: TurningOff): Promise<boolean> {
  const { isOn, record } = chosen.state();
  await chosen.turn(false);
  if (!isOn && !record) return false;
  await look();
  if (restore && record?.before) {
    const remarks: string[] = [];
    await restore(restoring(record, record.before, now, remarks), remarks);
  }
  await chosen.forget();
  return true;
}

/** The notice after the outage, and remarks: what is left out, and what stays. */
function restoring(
  { fields }: SwitchRecord,
  { number, sum }: NonNullable<SwitchRecord["before"]>,
  now: Date,
  remarks: string[],
): NextNotice {
  return async (current, store) => {
    const earlier = await store.find(number).catch((error) => {
      if (isNoticeError(error, "REVISION_UNKNOWN") || isNoticeError(error, "STORE_DAMAGED")) return undefined;
      throw error;
    });
    if (!earlier || sumOf(earlier.notice) !== sum) throw new NoticeError("WORDS_GONE", { number });
    const { notice, leftOut } = restoreFields(current(), earlier.notice, fields, now);
    const gone = ["expectedReturn", ...leftOut.map((tag) => `translations.${tag}`)];
    const changed = changedFields(difference(earlier.notice, notice as Notice));
    const stays = changed.filter((field) => !gone.includes(field));
    const found = [
      leftOut.length > 0 && `Left out, because text is missing: ${leftOut.join(", ")}.`,
      stays.length > 0 && `Changed since then, and kept: ${stays.join(", ")}.`,
    ];
    remarks.splice(0, 2, ...found.filter((remark) => remark !== false));
    return notice;
  };
}
