import { Button, PlainButton } from "../controls/button.tsx";
import { Sentence } from "../controls/said.tsx";
import type { SessionTrouble } from "../state.ts";
import { texts } from "../texts.ts";

interface Props {
  trouble: SessionTrouble | undefined;
  onClose: () => void;
}

/** Why a link did not sign in, or signing out failed, until it is closed. */
export function SessionLine({ trouble, onClose }: Props) {
  if (!trouble) return null;
  return (
    <div className="line warning" role="alert">
      <Sentence>{trouble.text}</Sentence>
      {trouble.again && <Button onClick={trouble.again}>{texts.session.tryAgain}</Button>}
      <PlainButton onClick={onClose}>{texts.close}</PlainButton>
    </div>
  );
}
