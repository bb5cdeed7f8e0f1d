import { changedFields, difference } from "../../schema/notice/difference.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { restoreFields } from "../../schema/words/change.ts";
import { readPredecessorOf } from "../predecessor.ts";
import type { NextNotice, PublishRequest } from "../publish.ts";
import type { Switch, SwitchRecord } from "./switch.ts";

interface Turning {
  chosen: Switch;
  now: Date;
  /** Waits until visitors see what the switch says. If it throws, the same turn again goes on. */
  look(): Promise<unknown>;
}

/**
 * Turns the switch on. `publish`, if there are words, awaits its argument right before it writes them: so the record of
 * what was before comes first. What an earlier record says of that stays.
 */
export async function turnOn(
  { chosen, now, look }: Turning,
  by: string,
  publish?: (beforeWrite: NonNullable<PublishRequest["beforeWrite"]>) => Promise<unknown>,
): Promise<void> {
  const { isOn, record: found } = await chosen.state();
  const fresh = { since: now.toISOString(), by };
  const own: SwitchRecord = { ...fresh, fields: [], ...found, ...(!isOn && fresh) };
  let record = own;
  await publish?.(async ({ number, notice }, changes) => {
    const before = own.before ?? (notice && { number, sum: sumOf(notice) });
    const fields = [...new Set([...own.fields, ...changedFields(changes)])];
    record = { ...own, ...(before && { before }), fields };
    await chosen.turn(isOn, record);
  });
  await chosen.turn(true, record);
  await look();
}

/** Turns the switch off, and has the words before published. Returns what to say of the words. */
export async function turnOff(
  { chosen, now, look }: Turning,
  restore?: (next: NextNotice) => Promise<unknown>,
): Promise<string[]> {
  const { isOn, record } = await chosen.state();
  await chosen.turn(false, record);
  if (!isOn && !record) return ["The switch is off."];
  await look();
  let remarks = ["The words stay as they are."];
  if (restore && record?.before) {
    const { before, fields } = record;
    await restore(async (current, store) => {
      const { notice: earlier } = await readPredecessorOf(store, before.number + 1);
      if (!earlier || sumOf(earlier) !== before.sum) {
        remarks = [`The words stay, because revision ${before.number} is not what it was: use \`set\`.`];
        return current();
      }
      const { notice, leftOut } = restoreFields(current(), earlier, fields, now);
      const gone = ["expectedReturn", ...leftOut.map((tag) => `translations.${tag}`)];
      const stays = changedFields(difference(earlier, notice as Notice)).filter(
        (name) => !gone.includes(name),
      );
      remarks = [
        ...(leftOut.length > 0 ? [`Left out, because text is missing: ${leftOut.join(", ")}.`] : []),
        ...(stays.length > 0 ? [`Changed since then, and kept: ${stays.join(", ")}.`] : []),
      ];
      return notice;
    });
  }
  await chosen.turn(false);
  return remarks;
}
