import { useContext } from "react";
import { AppState, describeApp } from "../app/app-line.tsx";
import { Button } from "../controls/button.tsx";
import { useShortcut } from "../controls/focus.ts";
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
  /** Publishes, and turns the switch so that visitors see it now. */
  onShow?: () => void;
}

/** The foot of a review: what publishing does, and the buttons to go back and to publish. */
export function ReviewFoot({ back, publish, isReady, isBusy, onBack, onPublish, onShow }: Props) {
  const canPublish = isReady && !isBusy;
  useShortcut(canPublish ? onPublish : undefined);
  const app = useContext(AppState);
  return (
    <>
      <p className="rule">{`${texts.app.purpose} ${describeApp(app)}`}</p>
      <div className="foot">
        <Button onClick={onBack}>{back}</Button>
        {onShow && app?.switch?.on === false && (
          <Button disabled={!canPublish} onClick={onShow}>
            {texts.switch.show(app.host)}
          </Button>
        )}
        <Button className="main" disabled={!canPublish} onClick={onPublish}>
          {isBusy ? said.publishing : publish} <kbd>{said.shortcut(isMac)}</kbd>
        </Button>
      </div>
    </>
  );
}
