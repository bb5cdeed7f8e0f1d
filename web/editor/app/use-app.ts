import { useEffect, useState } from "react";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import type { Client } from "../client/client.ts";
import { startPolling } from "../workspace/polling.ts";

/** How often the page asks whether the app answers, in ms: as long as the service tells the same. */
const appPollMs = 15_000;

/** What answers where visitors find the app, asked while the page is in sight; undefined until that is known. */
export function useApp(client: Pick<Client, "app">): AppReply | undefined {
  const [app, setApp] = useState<AppReply>();
  const isUnset = app?.state === "unset";
  useEffect(() => {
    if (isUnset) return;
    return startPolling(async () => {
      const reply = await client.app();
      // What was known may no longer be so.
      setApp((known) => (reply.ok ? reply.value : known && toldNothing(known)));
      return undefined;
    }, appPollMs);
  }, [client, isUnset]);
  return app;
}

function toldNothing({ host }: AppReply): AppReply {
  return { state: "unknown", ...(host !== undefined && { host }) };
}
