import type { Commands } from "../commands.ts";
import { Button } from "../controls/button.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { texts } from "../texts.ts";

const said = texts.session;

interface Props {
  commands: Pick<Commands, "signOut">;
  onClose: () => void;
}

/** Asks what becomes of unpublished words, which would stay in this browser. */
export function SignOutSheet({ commands, onClose }: Props) {
  const signOut = (keepsDrafts: boolean): void => {
    onClose();
    void commands.signOut(keepsDrafts);
  };
  return (
    <Sheet heading={said.signOut} onClose={onClose}>
      <p>{said.unpublished}</p>
      <div className="actions">
        <Button className="main" onClick={() => signOut(false)}>
          {said.deleteDrafts}
        </Button>
        <Button onClick={() => signOut(true)}>{said.keepDrafts}</Button>
      </div>
    </Sheet>
  );
}
