import { createContext, useContext, useEffect, useState } from "react";
import type { SwitchReply } from "../../../schema/editor-api/switch.ts";
import type { Client } from "../client/client.ts";
import type { Problem } from "../client/problem.ts";
import { Button, PlainButton } from "../controls/button.tsx";
import { Sentence } from "../controls/said.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { DifferenceView } from "../difference/difference-view.tsx";
import { texts } from "../texts.ts";
import { dateAndTime } from "../time/date-and-time.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { startPolling } from "../workspace/polling.ts";

const said = texts.switch;

/** The proxy's switch, for components that show or turn it; undefined if there is none, or until it is known. */
export const SwitchState = createContext<SwitchReply | undefined>(undefined);

/** The switch, polled while the page is visible. */
export function useSwitch(client: Client, isOffered: boolean): SwitchReply | undefined {
  const [state, setState] = useState<SwitchReply>();
  useEffect(() => {
    if (!isOffered) return;
    return startPolling(async () => {
      const reply = await client.switch();
      setState(reply.ok ? reply.value : undefined);
    });
  }, [client, isOffered]);
  return state;
}

/** What visitors see by the switch, and the button that brings the app back. */
export function SwitchLine({ onBack }: { onBack: (() => void) | undefined }) {
  const state = useContext(SwitchState);
  if (!state) return null;
  const { on, since } = state;
  return (
    <p className="switch">
      <strong>{on ? said.notice(since && dateAndTime(since)) : said.app}</strong>{" "}
      {(on || since) && onBack && <PlainButton onClick={onBack}>{said.back}</PlainButton>}
    </p>
  );
}

/** What bringing the app back restores, and the button that does it. */
export function BackSheet({ client, onClose }: { client: Client; onClose: () => void }) {
  const [preview, setPreview] = useState<SwitchReply>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void client
      .turnOff(true)
      .then((reply) => (reply.ok ? setPreview(reply.value) : setProblem(reply.problem)));
  }, [client]);
  const turnOff = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const reply = await client.turnOff(false);
    setBusy(false);
    if (reply.ok) onClose();
    else setProblem(reply.problem);
  };
  const { difference = [], notice } = preview?.outcome ?? {};
  return (
    <Sheet heading={said.back} onClose={onClose} className="review">
      <p>{difference.length > 0 ? said.restores : said.stays}</p>
      {difference.length > 0 && <DifferenceView changes={difference as never} language={notice?.language} />}
      {problem && (
        <Sentence className="warning" role="alert">
          {describeProblem(problem)}
        </Sentence>
      )}
      <div className="foot">
        <Button onClick={onClose}>{texts.close}</Button>
        <Button className="main" disabled={isBusy || !preview} onClick={() => void turnOff()}>
          {said.back}
        </Button>
      </div>
    </Sheet>
  );
}
