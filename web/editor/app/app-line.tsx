import { createContext, useContext, useEffect, useState } from "react";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import type { Client } from "../client/client.ts";
import { Said } from "../controls/said.tsx";
import { inEnglish } from "../in-english.ts";
import { texts } from "../texts.ts";
import { startPolling } from "../workspace/polling.ts";

/** How often the page asks whether the app answers, in ms: as long as the service tells the same. */
const appPollMs = 15_000;

const said = texts.app;

/** What is known of the app, for whatever speaks of what visitors see. */
export const AppState = createContext<AppReply | undefined>(undefined);

/** Whether visitors see what is published, in a sentence; empty where that is not known. */
export function useWhoSees(): string {
  const state = useContext(AppState)?.state;
  return state === "answers" || state === "notice" ? texts.live.seen[state] : "";
}

/** What the editor does and does not do, unless the bar says who sees what is published, and what answers at the app's address. */
export function AppLine({ isPublished }: { isPublished: boolean }) {
  const app = useContext(AppState);
  const isSaid = useWhoSees() !== "" && isPublished;
  return (
    <div className="purpose">
      {!isSaid && <p>{said.purpose}</p>}
      <p role="status">
        {describeApp(app)}{" "}
        {app?.detail && (
          <span className="detail">
            <Said>{inEnglish(app.detail)}</Said>
          </span>
        )}
      </p>
    </div>
  );
}

/** Whether visitors see the notice right now, or cannot be asked about it; empty where nobody asks. */
export function describeApp({ state, host = "" }: AppReply = { state: "unset" }): string {
  if (state === "unset") return "";
  return state === "unknown" ? said.unknown(host || undefined) : said[state](host);
}

/** What answers where visitors find the app, asked while the page is in sight; undefined until that is known. */
export function useApp(client: Pick<Client, "app">): AppReply | undefined {
  const [app, setApp] = useState<AppReply>();
  const isUnset = app?.state === "unset";
  useEffect(() => {
    if (isUnset) return;
    return startPolling(async () => {
      const reply = await client.app();
      // What was known may no longer be so.
      setApp((known) => (reply.ok ? reply.value : known && { ...known, state: "unknown" }));
    }, appPollMs);
  }, [client, isUnset]);
  return app;
}
