import { randomUUID } from "node:crypto";
import { migrate } from "../../../data/sqlite-file/format.ts";
import { createConnection } from "../../../data/sqlite-file/open.ts";
import { insertRevision } from "../../../data/sqlite-file/row.ts";
import { defaults } from "../../../schema/notice/defaults.ts";

/** Creates a store with the given number of revisions. */
export function fillStore(file: string, revisions: number): void {
  const db = createConnection(file, { busyTimeoutMs: 0 });
  const fill = db.transaction(() => {
    migrate(db, file);
    for (let revision = 1; revision <= revisions; revision += 1) {
      const notice = { ...defaults, message: `Change ${revision}` };
      insertRevision(db, { notice, author: "bench", requestId: randomUUID() }, revision);
    }
  });
  fill.immediate();
  db.close();
}
