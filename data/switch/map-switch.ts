import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { replaceFile } from "../files/replace-file.ts";
import { parseRecord, readOwn, type SwitchRecord } from "./record.ts";
import type { Switch } from "./switch.ts";

const maxTellMs = 5_000;

/** HAProxy's switch: a word in a map. The record is a comment above it, which HAProxy skips. */
export function mapSwitch(map: string, socket: string): Switch {
  const read = (): { word: string; record: SwitchRecord | undefined } => {
    const whole = readOwn(map) ?? "";
    const [, word = "off"] = /^notice\s+(\S+)/m.exec(whole) ?? [];
    return { word, record: parseRecord(/^# (\{.*)$/m.exec(whole)?.[1]) };
  };
  const write = (word: string, record?: SwitchRecord): Promise<void> =>
    replaceFile(map, `${record ? `# ${JSON.stringify(record)}\n` : ""}notice ${word}\n`, 0o644);
  return {
    state() {
      const { word, record } = read();
      const isOn = word === "on";
      return { isOn, since: isOn ? record?.since : undefined, record, isReadOnly: word === "read-only" };
    },
    prepare(record) {
      const { word } = read();
      return write(word, word === "read-only" ? { ...record, word } : record);
    },
    async turn(isOn) {
      const { word, record } = read();
      const next = isOn ? "on" : word === "on" ? (record?.word ?? "off") : word;
      // The file first: a reload in between reads it.
      await write(next, record);
      await tell(socket, `set map ${map} notice ${next}`);
    },
    forget: () => write(read().word),
  };
}

/** Gives the running HAProxy a command, which it answers with an empty line. @throws NoticeError SWITCH_FAILED */
async function tell(socket: string, command: string): Promise<void> {
  const connection = connect(socket);
  try {
    connection.setTimeout(maxTellMs, () => connection.destroy(new Error("it does not answer")));
    await once(connection, "connect");
    connection.end(`${command}\n`);
    const answer = (await text(connection)).trim();
    if (answer !== "") throw new Error(answer);
  } catch (cause) {
    const what = `The map is changed, but the running HAProxy is not, at ${socket}`;
    throw new NoticeError("SWITCH_FAILED", { what, reason: (cause as Error).message }, { cause });
  } finally {
    connection.destroy();
  }
}
