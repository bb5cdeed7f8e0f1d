import { useContext } from "react";
import { AppState, describeApp } from "../app/app-line.tsx";
import { Button } from "../controls/button.tsx";
import { useShortcut } from "../controls/use-shortcut.ts";
import { texts } from "../texts.ts";

const said = texts.publish;
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Props {
  /** What the two buttons say. */
  back: string;
  publish: string;
  isReady: boolean;
  isBusy: boolean;
  onBack: () => void;
  onPublish: () => void;
}

/** What publishing does, the way back from a review, and the button and the keys that publish. */
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
