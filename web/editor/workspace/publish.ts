import type { Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import type { Publisher } from "../publish/publisher.ts";
import type { Write } from "../publish/sent-writes.ts";
import { ownZone } from "../time/zones.ts";
import { isCutOff, troubleHere } from "../trouble/trouble.ts";
import type { Action } from "./workspace.ts";

/** Publishes, and has the workspace know what came of it; gives why it could not be done, undefined if it was. */
export type Publish = (write: Write) => Promise<Problem | undefined>;

interface Parts {
  client: Pick<Client, "notice">;
  publisher: Pick<Publisher, "send">;
  dispatch: (action: Action) => void;
}

export function createPublish({ client, publisher, dispatch }: Parts): Publish {
  return async (write) => {
    const reply = await publisher.send(write);
    if (reply.ok) {
      dispatch({ type: "published", outcome: reply.value, zone: ownZone() });
      return undefined;
    }
    const trouble = troubleHere(reply.problem);
    if (isCutOff(trouble)) dispatch({ type: "trouble", trouble });
    if (reply.problem.status === 412) {
      // Somebody else was first: with what they published.
      const live = await client.notice();
      if (live.ok) dispatch({ type: "live", live: live.value, zone: ownZone() });
    }
    return reply.problem;
  };
}
