import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { assertTrustedSwitch, look } from "../../schema/settings/home/trusted-home.ts";
import { fileSwitch } from "./file-switch.ts";
import { mapSwitch } from "./map-switch.ts";
import type { SwitchRecord } from "./record.ts";

/** What the switch is, and the record of the outage. If the switch is off, its words wait to be restored. */
export interface SwitchState {
  isOn: boolean;
  /** Since when it is on; undefined if that is unknown. */
  since?: string | undefined;
  record?: SwitchRecord | undefined;
  isReadOnly: boolean;
}

/** The switch of the proxy on this machine. Each method throws SWITCH_FAILED. */
export interface Switch {
  state(): SwitchState;
  /** Keeps a record of the outage beside the switch, which does not turn. */
  prepare(record: SwitchRecord): Promise<void>;
  /** Turns the switch; its record stays. */
  turn(isOn: boolean): Promise<void>;
  /** Deletes the record, once the switch is off and the words are restored. */
  forget(): Promise<void>;
}

/** The folder of a switch, and the path that turns it by hand. */
export function placeOf(setting: string): { folder: string; file: string; socket?: string } {
  const [file = "", socket] = setting.replace(/^haproxy:/, "").split(",");
  return { folder: dirname(file), file, ...(socket !== undefined && { socket }) };
}

/** The switch that SWITCH names; undefined if its folder does not exist. @throws NoticeError SWITCH_UNTRUSTED */
export function findSwitch(setting: string): Switch | undefined {
  const { folder, file, socket } = placeOf(setting);
  if (!look(folder)) return undefined;
  assertTrustedSwitch(folder);
  const found = socket === undefined ? fileSwitch(file) : mapSwitch(file, socket);
  const tried = async (work: Promise<void>): Promise<void> => {
    await work.catch((cause: NodeJS.ErrnoException) => {
      if (cause instanceof NoticeError) throw cause;
      const what = `The switch ${file} cannot be changed`;
      throw new NoticeError("SWITCH_FAILED", { what, reason: folderFault(cause) }, { cause });
    });
  };
  return {
    state: found.state,
    prepare: (record) => tried(found.prepare(record)),
    turn: (isOn) => tried(found.turn(isOn)),
    forget: () => tried(found.forget()),
  };
}

/** The same, only if this user may turn it. */
export function findOwnSwitch(setting: string): Switch | undefined {
  try {
    accessSync(placeOf(setting).folder, constants.W_OK);
    return findSwitch(setting);
  } catch {
    return undefined;
  }
}
