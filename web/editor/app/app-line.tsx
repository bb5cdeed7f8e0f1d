import { useEffect, useState } from "react";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import type { Client } from "../client/client.ts";
import { Said } from "../controls/said.tsx";
import { inEnglish } from "../in-english.ts";
import { texts } from "../texts.ts";
import { startPolling } from "../workspace/polling.ts";

/** How often the page asks whether the app answers, in ms: as long as the service tells the same. */
const appPollMs = 15_000;

const said = texts.app;

/** What the editor does and does not do, and whether visitors see it right now. */
export function AppLine({ client }: { client: Pick<Client, "app"> }) {
  const app = useApp(client);
  return (
    <div className="purpose">
      <p>{said.purpose}</p>
      <p role="status">
        {app && describeApp(app)}{" "}
        {app?.detail && (
          <span className="detail">
            <Said>{inEnglish(app.detail)}</Said>
          </span>
        )}
      </p>
    </div>
  );
}

function describeApp({ state, host = "" }: AppReply): string {
  if (state === "unset") return "";
  return state === "unknown" ? said.unknown(host || undefined) : said[state](host);
}

/** What answers where visitors find the app, asked while the page is in sight; undefined until that is known. */
function useApp(client: Pick<Client, "app">): AppReply | undefined {
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
