import { createContext, useContext, useEffect, useState } from "react";
import type { AppReply, SwitchReply } from "../../schema/editor-api/app.ts";
import type { Client, Result } from "./client.ts";
import { Button, PlainButton } from "./controls/button.tsx";
import { Said, Sentence } from "./controls/said.tsx";
import { Sheet } from "./controls/sheet.tsx";
import { DifferenceView } from "./difference.tsx";
import { inEnglish } from "./language.ts";
import { texts } from "./texts.ts";
import { dateAndTime } from "./time.ts";
import { describeProblem } from "./trouble.ts";
import { startPolling } from "./use-workspace.ts";

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
      {!isSaid && <p>{texts.app.purpose}</p>}
      <p role="status">
        {describeApp(app)} <Said>{inEnglish(app?.detail ?? "")}</Said>
      </p>
    </div>
  );
}

/** Whether visitors see the notice right now, in a sentence; empty if APP_URL is not set. */
export function describeApp({ state, host = "" }: AppReply = { state: "unset" }): string {
  if (state === "unset") return "";
  return state === "unknown" ? texts.app.unknown(host || undefined) : texts.app[state](host);
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

/** What visitors see by the switch, and the button that brings the app back; nothing without a switch. */
export function SwitchLine({ onBack }: { onBack: (() => void) | undefined }) {
  const { on, since } = useContext(AppState)?.switch ?? {};
  if (on === undefined) return null;
  return (
    <p>
      <strong>{on ? texts.switch.notice(since && dateAndTime(since)) : texts.switch.app}</strong>{" "}
      {(on || since) && onBack && <PlainButton onClick={onBack}>{texts.switch.back}</PlainButton>}
    </p>
  );
}

/** What bringing the app back restores, and the button that does it. */
export function BackSheet({ client, onClose }: { client: Client; onClose: () => void }) {
  const [reply, setReply] = useState<Result<SwitchReply>>();
  useEffect(() => void client.turnOff(true).then(setReply), [client]);
  const turnOff = async (): Promise<void> => {
    setReply(undefined);
    const reply = await client.turnOff(false);
    if (reply.ok) onClose();
    else setReply(reply);
  };
  const { difference = [], notice } = (reply?.ok && reply.value.outcome) || {};
  return (
    <Sheet heading={texts.switch.back} onClose={onClose} className="review">
      {reply?.ok && <DifferenceView changes={difference as never} language={notice?.language} />}
      {reply?.ok === false && (
        <Sentence className="fault" role="alert">
          {describeProblem(reply.problem)}
        </Sentence>
      )}
      <div className="foot">
        <Button className="main" disabled={!reply} onClick={() => void turnOff()}>
          {texts.switch.back}
        </Button>
      </div>
    </Sheet>
  );
}
