import { constants } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { changedFields } from "../../schema/notice/difference.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { assertFolder, look } from "../../schema/settings/home/trusted-home.ts";
import { restoreFields } from "../../schema/words/change.ts";
import { replaceFile, sync } from "../files/replace-file.ts";
import { readPredecessorOf } from "../predecessor.ts";
import type { NextNotice, PublishRequest } from "../publish.ts";

/** Who turned the switch on, when, and what to restore after it. */
interface SwitchRecord {
  since: string;
  by: string;
  /** The revision before its words; absent if it came without words. */
  before?: { number: number; sum: string } | undefined;
  /** The fields that its words changed, as `changedFields` names them. */
  fields: string[];
  /** The word besides `on` in HAProxy's map. */
  word?: string;
}

type Switch = ReturnType<typeof fileSwitch>;

/** The folder of a switch, and the path that turns it by hand. */
export function placeOf(setting: string): { folder: string; file: string; socket?: string | undefined } {
  const [file = "", socket] = setting.replace(/^haproxy:/, "").split(",");
  return { folder: dirname(file), file, socket };
}

/** The switch that SWITCH names; a dry run turns nothing. @throws NoticeError SWITCH_MISSING, PATH_UNTRUSTED */
export function findSwitch(setting: string, isDry = false): Switch {
  const { folder, file, socket } = placeOf(setting);
  const found = look(folder);
  if (!found) throw new NoticeError("SWITCH_MISSING", { folder, file });
  assertFolder(folder, new Set([0, found.uid]), "/");
  const { state, turn } = socket === undefined ? fileSwitch(file) : mapSwitch(file, socket);
  const fail = (cause: unknown): never => {
    throw new NoticeError("SWITCH_FAILED", { file, reason: folderFault(cause) }, { cause });
  };
  return { state, turn: async (...args) => (isDry ? undefined : turn(...args).catch(fail)) };
}

/** `look` waits until visitors see what the switch says. If it throws, the same turn again goes on. */
type Turning = { chosen: Switch; now: Date; look: () => Promise<unknown> };

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
  const own: SwitchRecord = { since: now.toISOString(), by, fields: [], ...found };
  let record = own;
  await publish?.(async ({ number, notice }, changes) => {
    const before = own.before ?? (notice && { number, sum: sumOf(notice) });
    record = { ...own, before, fields: [...own.fields, ...changedFields(changes)] };
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
  const { before, fields = [] } = record ?? {};
  if (before)
    await restore?.(async (current, store) => {
      const { notice: earlier } = await readPredecessorOf(store, before.number + 1);
      const reason = `The words stay, because revision ${before.number} is not what it was: use \`set\`.`;
      const isSame = earlier && sumOf(earlier) === before.sum;
      const restored = isSame && restoreFields(current(), earlier, fields, now);
      remarks = restored ? restored.remarks : [reason];
      return restored ? restored.notice : current();
    });
  await chosen.turn(false);
  return remarks;
}

/** The switch of nginx, Caddy and Apache: a file. While the switch is off, its record is in another file. */
function fileSwitch(file: string) {
  const next = `${file}.next`;
  return {
    /** While the switch is off, the words of a record wait to be restored. */
    async state() {
      const found = look(file);
      const record = (await readOwn(next)).record ?? (await readOwn(file)).record;
      // `touch` makes a switch without a record.
      const since = record?.since ?? found?.mtime.toISOString();
      return { isOn: !!found, since, record, isReadOnly: !!look(join(dirname(file), "read-only")) };
    },
    /** Turns the switch, and keeps a record beside it, or none. The same again finishes it. */
    async turn(isOn: boolean, record?: SwitchRecord) {
      if (!record) for (const path of [file, next]) await rm(path, { force: true });
      else if (isOn || !look(file)) await replaceFile(next, `${JSON.stringify(record)}\n`, 0o644);
      // A full disk must not keep the app away, so nothing is written.
      else await rename(file, next);
      if (isOn) await rename(next, file);
      await sync(dirname(file));
    },
  };
}

/** HAProxy's switch: a word in a map. The record is a comment above it, which HAProxy skips. */
function mapSwitch(map: string, socket: string): Switch {
  const state = async () => {
    const { whole, record } = await readOwn(map);
    const word = /^notice\s+(\S+)/m.exec(whole)?.[1] ?? "off";
    return { isOn: word === "on", since: record?.since, record, isReadOnly: word === "read-only", word };
  };
  return {
    state,
    async turn(isOn, record) {
      const { word, record: old } = await state();
      // What was turned by hand, such as `read-only`, is back afterwards.
      const off = word === "on" ? (old?.word ?? "off") : word;
      const comment = record ? `# ${JSON.stringify({ ...record, word: off })}\n` : "";
      const line = `notice ${isOn ? "on" : off}`;
      // The file first: a reload in between reads it.
      await replaceFile(map, `${comment}${line}\n`, 0o644);
      await tell(socket, `set map ${map} ${line}`);
    },
  };
}

/** Gives the running HAProxy a command, which it answers with an empty line. */
async function tell(socket: string, command: string): Promise<void> {
  const connection = connect(socket);
  connection.setTimeout(5_000, () => connection.destroy(new Error("it does not answer")));
  connection.end(`${command}\n`);
  const answer = await text(connection).catch((error: Error) => error.message);
  if (answer.trim() !== "") throw new Error(`the running HAProxy, at ${socket}: ${answer.trim()}`);
}

/** The text of a file, read without following a link or waiting for a pipe, and the record in it, if there is one. */
async function readOwn(file: string): Promise<{ whole: string; record?: SwitchRecord }> {
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const whole = await readFile(file, { encoding: "utf8", flag }).catch(() => "");
  try {
    return { whole, record: JSON.parse(/\{.*$/m.exec(whole)?.[0] ?? "") };
  } catch {
    return { whole };
  }
}
