import { existsSync, lstatSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../files/replace-file.ts";
import { sync } from "../files/sync.ts";
import { parseRecord, readOwn, type SwitchRecord } from "./record.ts";
import type { Switch } from "./switch.ts";

/** The switch of nginx, Caddy and Apache: a file. One made by `touch` is a switch without a record. */
export function fileSwitch(file: string): Switch {
  const [next, last] = [`${file}.next`, `${file}.last`];
  const recordIn = (path: string) => parseRecord(readOwn(path));
  const folder = dirname(file);
  /** Keeps a record for later, and removes anything else. */
  const shelve = (path: string) => (recordIn(path) ? rename(path, last) : rm(path, { force: true }));
  return {
    state() {
      const found = lstatSync(file, { throwIfNoEntry: false });
      // `on.next` has all that the others have, as it was made of them.
      const record = recordIn(next) ?? recordIn(file) ?? recordIn(last);
      const since = recordIn(file)?.since ?? found?.mtime.toISOString();
      return { isOn: found !== undefined, since, record, isReadOnly: existsSync(join(folder, "read-only")) };
    },
    prepare: (record: SwitchRecord) => replaceFile(next, `${JSON.stringify(record)}\n`, 0o644),
    async turn(isOn) {
      if (isOn) {
        await rename(next, file);
        await rm(last, { force: true });
      } else {
        await shelve(file);
        await shelve(next);
      }
      await sync(folder);
    },
    forget: () => rm(last, { force: true }),
  };
}
