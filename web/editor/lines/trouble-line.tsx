import type { Commands } from "../commands.ts";
import { Sentence } from "../controls/said.tsx";
import { inEnglish } from "../language.ts";
import { SignIn } from "../session/sign-in.tsx";
import { texts } from "../texts.ts";
import { describeTrouble } from "../trouble/describe-trouble.ts";
import type { Trouble } from "../trouble/trouble.ts";

const said = texts.trouble;

interface Props {
  trouble: Trouble | undefined;
  /** The browser does not keep what is typed. */
  isUnkept?: boolean | undefined;
  commands: Commands;
}

/** Why the editor cannot work right now, and what to do. Present from the start, so that it is announced. */
export function TroubleLine({ trouble, isUnkept, commands }: Props) {
  const kind = trouble?.kind;
  const isAway = kind === "stopped" || kind === "offline" || kind === "unreachable";
  const comfort = [...(isUnkept ? [] : [said.kept]), said.visitors];
  return (
    <div className={trouble ? "line warning" : undefined} role="status">
      {trouble && <Sentence>{[describeTrouble(trouble), ...(isAway ? comfort : [])].join(" ")}</Sentence>}
      {trouble?.kind === "store" && trouble.detail && (
        <Sentence className="rule">{inEnglish(trouble.detail)}</Sentence>
      )}
      {kind === "signed-out" && <SignIn commands={commands} />}
    </div>
  );
}
