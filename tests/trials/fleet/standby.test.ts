import { describe, expect, it, onTestFinished } from "vitest";
import { kinds, newOwnedStore } from "../../support/postgres/roles.ts";
import { setStandbys, sql } from "../../support/postgres/sql.ts";
import { tokenWith } from "../../support/store/access-contract.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { describeOnServers } from "./support/languages.ts";

describeOnServers([], (cluster) => {
  const ask = <R extends Record<string, unknown>>(text: string) => sql<R>(cluster().port, text);
  describe("a missing synchronous standby", () => {
    it.each(kinds)(
      "leaves a change by a role with %s settings unconfirmed, also if its wait is cancelled, until no standby is needed",
      async (kind) => {
        const { schema, backendOf } = await newOwnedStore(cluster().port, kind);
        const writer = backendOf("writer");
        const store = await writer.open();
        onTestFinished(() => store.close());
        const access = await writer.openAccess();
        onTestFinished(() => access.close());
        const { port } = cluster();
        await setStandbys(port, "gone");
        onTestFinished(() => setStandbys(port, ""));
        const requests = async () => {
          const text = `SELECT request_id FROM ${schema}.revision WHERE revision > 1`;
          return (await ask<{ request_id: string }>(text)).map(({ request_id: id }) => id);
        };
        const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'backsoon'`;
        const interrupt = async (how: string) => {
          // The change and the token wait.
          await expect.poll(async () => (await ask(waiting)).length).toBe(2);
          await ask(`SELECT ${how}(pid) FROM (${waiting}) AS waiting`);
        };

        const draft = draftWith({ title: "unconfirmed" });
        const cancelled = store.append(draft).catch((error) => error);
        const added = access.addToken(tokenWith()).catch((error) => error);
        await interrupt("pg_cancel_backend");
        // The row is visible but not replicated, so each further attempt waits.
        await expect.poll(requests).toEqual([draft.requestId]);
        await interrupt("pg_terminate_backend");
        expect(await cancelled).toMatchObject({
          code: "STORE_UNCONFIRMED",
          message: expect.stringContaining("look with `notice show`"),
        });
        expect(await added).toMatchObject({
          code: "STORE_UNCONFIRMED",
          message: expect.stringContaining("look with `notice token list`"),
        });
        const again = store.settle(draft.requestId).catch((error) => error);
        const addedAgain = access.addToken(tokenWith());
        await setStandbys(port, "");
        expect(await again).toMatchObject({ number: 2, notice: { title: "unconfirmed" } });
        expect(await requests()).toEqual([draft.requestId]);
        await addedAgain;
        expect(await access.tokens()).toEqual([tokenWith()]);
      },
    );
  });
});
