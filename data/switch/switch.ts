import { accessSync, constants, existsSync, lstatSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { assertFolder, look } from "../../schema/settings/home/trusted-home.ts";
import { replaceFile } from "../files/replace-file.ts";
import { sync } from "../files/sync.ts";

/** Who turned the switch on, when, and what to restore after it. */
export interface SwitchRecord {
  since: string;
  by: string;
  /** The revision before its words; absent if it came without words. */
  before?: { number: number; sum: string };
  /** The fields that its words changed, as `changedFields` names them. */
  fields: string[];
}

/** The switch of the proxy on this machine. */
export type Switch = ReturnType<typeof fileSwitch>;

/** The folder of a switch, and the path that turns it by hand. */
export function placeOf(setting: string): { folder: string; file: string; socket?: string } {
  const [file = "", socket] = setting.replace(/^haproxy:/, "").split(",");
  return { folder: dirname(file), file, ...(socket !== undefined && { socket }) };
}

/** The switch that SWITCH names; a dry run turns nothing. @throws NoticeError SWITCH_MISSING, PATH_UNTRUSTED */
export function findSwitch(setting: string, isDry = false): Switch {
  const { folder, file, socket } = placeOf(setting);
  const found = look(folder);
  if (!found) throw new NoticeError("SWITCH_MISSING", { folder, file });
  assertFolder(folder, new Set([0, found.uid]), "/");
  const { state, turn } = socket === undefined ? fileSwitch(file) : mapSwitch(file, socket);
  return {
    state,
    turn: async (isOn, record) => {
      if (isDry) return;
      await turn(isOn, record).catch((cause) => {
        throw new NoticeError("SWITCH_FAILED", { file, reason: folderFault(cause) }, { cause });
      });
    },
  };
}

/** Whether this user may turn the switch. */
export function mayTurn(setting: string): boolean {
  try {
    accessSync(placeOf(setting).folder, constants.W_OK);
    return findSwitch(setting) !== undefined;
  } catch {
    return false;
  }
}

/** The switch of nginx, Caddy and Apache: a file. While the switch is off, its record is in another file. */
function fileSwitch(file: string) {
  const next = `${file}.next`;
  const recordIn = async (path: string) => parseRecord(await readOwn(path));
  return {
    /** While the switch is off, the words of a record wait to be restored. */
    async state() {
      const found = lstatSync(file, { throwIfNoEntry: false });
      const record = (await recordIn(next)) ?? (await recordIn(file));
      // `touch` makes a switch without a record.
      const since = record?.since ?? found?.mtime.toISOString();
      const isReadOnly = existsSync(join(dirname(file), "read-only"));
      return { isOn: found !== undefined, since, record, isReadOnly };
    },
    /** Turns the switch, and keeps a record beside it, or none. The same again finishes it. */
    async turn(isOn: boolean, record?: SwitchRecord) {
      if (isOn || (record && !look(file))) await replaceFile(next, `${JSON.stringify(record)}\n`, 0o644);
      if (isOn) await rename(next, file);
      // A full disk must not keep the app away, so nothing is written.
      else if (record && !(await recordIn(next))) await rename(file, next);
      else for (const path of record ? [file] : [file, next]) await rm(path, { force: true });
      await sync(dirname(file));
    },
  };
}

/** HAProxy's switch: a word in a map. The record is a comment above it, which HAProxy skips. */
function mapSwitch(map: string, socket: string): Switch {
  const read = async () => {
    const whole = await readOwn(map);
    const [, word = "off"] = /^notice\s+(\S+)/m.exec(whole) ?? [];
    const [, comment] = /^# (\{.*)$/m.exec(whole) ?? [];
    return { word, record: parseRecord(comment) };
  };
  return {
    async state() {
      const { word, record } = await read();
      return { isOn: word === "on", since: record?.since, record, isReadOnly: word === "read-only" };
    },
    async turn(isOn, record) {
      const { word, record: old } = await read();
      // What was turned by hand, such as `read-only`, is back afterwards.
      const off = word === "on" ? (old?.word ?? "off") : word;
      const comment = record ? `# ${JSON.stringify({ ...record, word: off })}\n` : "";
      // The file first: a reload in between reads it.
      await replaceFile(map, `${comment}notice ${isOn ? "on" : off}\n`, 0o644);
      await tell(socket, `set map ${map} notice ${isOn ? "on" : off}`);
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

/** Reads a file without following a link, or waiting for a pipe; empty if that is impossible. */
function readOwn(file: string): Promise<string> {
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  return readFile(file, { encoding: "utf8", flag }).catch(() => "");
}

/** The record in a text, in HAProxy's map with the word besides `on`; undefined if it is none. */
function parseRecord(text = ""): (SwitchRecord & { word?: string }) | undefined {
  try {
    const record = JSON.parse(text);
    const { since, by, before = { number: 0, sum: "" }, fields } = record;
    const texts = [since, by, before.sum, ...fields];
    const isWhole = Date.parse(since) > 0 && Number.isSafeInteger(before.number);
    return isWhole && texts.every((value) => typeof value === "string") ? record : undefined;
  } catch {
    return undefined;
  }
}
