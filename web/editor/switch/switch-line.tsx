import { useContext, useEffect, useState } from "react";
import type { SwitchReply } from "../../../schema/editor-api/app.ts";
import { AppState } from "../app/app-line.tsx";
import type { Client } from "../client/client.ts";
import type { Result } from "../client/request.ts";
import { Button, PlainButton } from "../controls/button.tsx";
import { Sentence } from "../controls/said.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { DifferenceView } from "../difference/difference-view.tsx";
import { texts } from "../texts.ts";
import { dateAndTime } from "../time.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";

const said = texts.switch;

/** What visitors see by the switch, and the button that brings the app back; nothing without a switch. */
export function SwitchLine({ onBack }: { onBack: (() => void) | undefined }) {
  const { on, since } = useContext(AppState)?.switch ?? {};
  if (on === undefined) return null;
  return (
    <p>
      <strong>{on ? said.notice(since && dateAndTime(since)) : said.app}</strong>{" "}
      {(on || since) && onBack && <PlainButton onClick={onBack}>{said.back}</PlainButton>}
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
    <Sheet heading={said.back} onClose={onClose} className="review">
      {reply?.ok && <DifferenceView changes={difference as never} language={notice?.language} />}
      {reply?.ok === false && (
        <Sentence className="warning" role="alert">
          {describeProblem(reply.problem)}
        </Sentence>
      )}
      <div className="foot">
        <Button onClick={onClose}>{texts.close}</Button>
        <Button className="main" disabled={!reply} onClick={() => void turnOff()}>
          {said.back}
        </Button>
      </div>
    </Sheet>
  );
}
