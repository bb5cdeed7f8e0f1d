import { useContext } from "react";
import { AppState, describeApp } from "../app/app-line.tsx";
import { Button } from "../controls/button.tsx";
import { useShortcut } from "../controls/use-shortcut.ts";
import { texts } from "../texts.ts";

const said = texts.publish;
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Props {
  /** The labels of the two buttons. */
  back: string;
  publish: string;
  isReady: boolean;
  isBusy: boolean;
  onBack: () => void;
  onPublish: () => void;
}

/** The foot of a review: what publishing does, and the buttons to go back and to publish. */
export function ReviewFoot({ back, publish, isReady, isBusy, onBack, onPublish }: Props) {
  const canPublish = isReady && !isBusy;
  useShortcut(canPublish ? onPublish : undefined);
  return (
    <>
      <p className="rule">{`${texts.app.purpose} ${describeApp(useContext(AppState))}`}</p>
      <div className="foot">
        <Button onClick={onBack}>{back}</Button>
        <Button className="main" disabled={!canPublish} onClick={onPublish}>
          {isBusy ? said.publishing : publish} <kbd>{said.shortcut(isMac)}</kbd>
        </Button>
      </div>
    </>
  );
}
