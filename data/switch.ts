import { constants } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { folderFault, NoticeError } from "../schema/errors/notice-error.ts";
import { changedFields } from "../schema/notice/difference.ts";
import { hashOf } from "../schema/notice/hash.ts";
import { restoreFields } from "../schema/notice/translations.ts";
import { assertFolder, look } from "../schema/settings/home.ts";
import { replaceFile, sync } from "./files.ts";
import { type NextNotice, type PublishRequest, readPredecessorOf } from "./publish.ts";

interface SwitchRecord {
  since: string;
  by: string;
  /** The revision before its words; absent if it came without words. */
  before?: { number: number; hash: string } | undefined;
  /** The fields that its words changed, as `changedFields` names them. */
  fields: string[];
  /** The word besides `on` in HAProxy's map. */
  word?: string;
}

/** The folder of a switch, and the path that turns it by hand. */
export function placeOf(setting: string): { folder: string; file: string; socket?: string | undefined } {
  const [file = "", socket] = setting.replace(/^haproxy:/, "").split(",");
  return { folder: dirname(file), file, socket };
}

/** The switch that SWITCH names; a dry run turns nothing. @throws NoticeError SWITCH_MISSING, PATH_UNTRUSTED */
export function findSwitch(setting: string, isDry?: boolean) {
  const { folder, file, socket } = placeOf(setting);
  const owner = look(folder)?.uid;
  if (owner === undefined) throw new NoticeError("SWITCH_MISSING", { folder, file });
  assertFolder(folder, new Set([0, owner]), "/");
  const next = `${file}.next`;
  /** While the switch is off, the words of a record wait to be restored. */
  const state = async () => {
    const found = look(file);
    const { whole, record: own } = await readOwn(file);
    // HAProxy looks for a word in a map, and skips the record, a comment above it. The others look for a file.
    const inMap = /^notice\s+(\S+)/m.exec(whole)?.[1] ?? "off";
    const inFolder = found ? "on" : "off";
    const word = socket ? inMap : inFolder;
    const isOn = word === "on";
    const record = (await readOwn(next)).record ?? own;
    // Turned by hand, it has no record.
    const since = record?.since ?? (isOn ? found?.mtime.toISOString() : undefined);
    const isReadOnly = word === "read-only" || look(join(folder, "read-only")) !== undefined;
    return { isOn, since, record, isReadOnly, word };
  };
  /** Turns the switch, and keeps a record beside it, or none. The same again finishes it. */
  const write = async (isOn: boolean, record?: SwitchRecord): Promise<void> => {
    if (isDry) return;
    if (socket) {
      const { word, record: old } = await state();
      // What was turned by hand, such as `read-only`, is back afterwards.
      const off = word === "on" ? (old?.word ?? "off") : word;
      const comment = record ? `# ${JSON.stringify({ ...record, word: off })}\n` : "";
      const line = `notice ${isOn ? "on" : off}`;
      // The file first: a reload in between reads it.
      await replaceFile(file, `${comment}${line}\n`, 0o644);
      return tell(socket, `set map ${file} ${line}`);
    }
    if (!record) for (const path of [file, next]) await rm(path, { force: true });
    else if (isOn || !look(file)) await replaceFile(next, `${JSON.stringify(record)}\n`, 0o644);
    // A full disk must not keep the app away, so nothing is written.
    else await rename(file, next);
    if (isOn) await rename(next, file);
    await sync(folder);
  };
  const fail = (cause: unknown): never => {
    throw new NoticeError("SWITCH_FAILED", { file, reason: folderFault(cause) }, { cause });
  };
  return { folder, state, turn: (...args: Parameters<typeof write>) => write(...args).catch(fail) };
}

/** `look` waits until visitors see what the switch says. If it throws, the same turn again goes on. */
type Turning = { chosen: ReturnType<typeof findSwitch>; now: Date; look: () => Promise<unknown> };
type Publish = (beforeWrite: NonNullable<PublishRequest["beforeWrite"]>) => Promise<unknown>;

/** Turns the switch on. What was before is recorded right before `publish` writes; an earlier record of that stays. */
export async function turnOn({ chosen, now, look }: Turning, by: string, publish?: Publish): Promise<void> {
  const { isOn, record: found } = await chosen.state();
  const fresh = { since: now.toISOString(), by };
  const own: SwitchRecord = isOn && found ? found : { ...found, ...fresh, fields: found?.fields ?? [] };
  let record = own;
  await publish?.(async ({ number, notice }, changes) => {
    const before = own.before ?? (notice && { number, hash: hashOf(notice) });
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
) {
  const { isOn, record } = await chosen.state();
  await chosen.turn(false, record);
  if (!isOn && !record) return "The switch is off.";
  await look();
  let remark = "The words stay as they are.";
  if (restore && record?.before) {
    const { before, fields } = record;
    remark = `The words stay, because revision ${before.number} is not what it was: use \`set\`.`;
    await restore(async (current, store) => {
      const { notice: earlier } = await readPredecessorOf(store, before.number + 1);
      if (!earlier || hashOf(earlier) !== before.hash) return current();
      const restored = restoreFields(current(), earlier, fields, now);
      remark = restored.remark;
      return restored.notice;
    });
  }
  await chosen.turn(false);
  return remark;
}

/** Gives the running HAProxy a command, which it answers with an empty line. */
async function tell(socket: string, command: string): Promise<void> {
  const connection = connect(socket);
  connection.setTimeout(5_000, () => connection.destroy(new Error("it does not answer")));
  connection.end(`${command}\n`);
  const answer = await text(connection).catch((error: Error) => error.message);
  if (answer.trim() !== "") throw new Error(`the running HAProxy, at ${socket}: ${answer.trim()}`);
}

/** A file's text and the record in it, read without following a link or waiting for a pipe; nothing if that is impossible. */
async function readOwn(file: string): Promise<{ whole: string; record?: SwitchRecord }> {
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const whole = await readFile(file, { encoding: "utf8", flag }).catch(() => "");
  try {
    return { whole, record: JSON.parse(/\{.*$/m.exec(whole)?.[0] ?? "") };
  } catch {
    return { whole };
  }
}
