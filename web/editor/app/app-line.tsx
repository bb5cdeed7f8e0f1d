import { createContext, useContext, useEffect, useState } from "react";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import type { Client } from "../client/client.ts";
import { Said } from "../controls/said.tsx";
import { inEnglish } from "../language.ts";
import { texts } from "../texts.ts";
import { startPolling } from "../use-workspace.ts";

const said = texts.app;

/** The state of the app, for components that say what visitors see. */
export const AppState = createContext<AppReply | undefined>(undefined);

/** Whether visitors see the published notice, in a sentence; empty if that is unknown. */
export function useWhoSees(): string {
  const state = useContext(AppState)?.state;
  return state === "answers" || state === "notice" ? texts.live.seen[state] : "";
}

/** The purpose of the editor, unless the bar says who sees the notice, and what answers at the app's address. */
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

/** Whether visitors see the notice right now, in a sentence; empty if APP_URL is not set. */
export function describeApp({ state, host = "" }: AppReply = { state: "unset" }): string {
  if (state === "unset") return "";
  return state === "unknown" ? said.unknown(host || undefined) : said[state](host);
}

/** The state of the app, polled while the page is visible; undefined until it is known. */
export function useApp(client: Pick<Client, "app">): AppReply | undefined {
  const [app, setApp] = useState<AppReply>();
  const isUnset = app?.state === "unset" && !app.switch;
  useEffect(() => {
    if (isUnset) return;
    return startPolling(async () => {
      const reply = await client.app();
      // The last state may be out of date.
      setApp((known) => (reply.ok ? reply.value : known && { ...known, state: "unknown" }));
    });
  }, [client, isUnset]);
  return app;
}
