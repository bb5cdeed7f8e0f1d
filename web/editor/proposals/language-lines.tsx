import { Button } from "../controls/button.tsx";
import { focusOn } from "../controls/focus.ts";
import type { Draft } from "../draft/draft.ts";
import { languageName, pageLanguages } from "../language.ts";
import { keptTags, lineStateOf } from "./asking/asked.ts";
import type { AskedByTab } from "./asking/use-proposals.ts";
import { ProblemOfAsked } from "./problem-of-asked.tsx";
import { said } from "./texts.ts";

interface Props {
  asked: AskedByTab;
  draft: Draft;
  onTab: (tab: string) => void;
}

/** The languages with a requested translation, each with its state. */
export function LanguageLines({ asked, draft, onTab }: Props) {
  const kept = keptTags(draft);
  const tags = pageLanguages.filter((tag) => asked[tag] && kept.includes(tag));
  if (tags.length === 0) return null;
  return (
    <ul className="proposal-lines">
      {tags.map((tag) => {
        const one = asked[tag];
        if (!one) return null;
        const hints = one.state === "proposed" ? one.proposal.hints.length : 0;
        const state = lineStateOf(one, tag, draft);
        return (
          <li key={tag}>
            <strong>{languageName(tag)}</strong>
            <span className={`state ${state}`}>{said.state[state]}</span>
            {hints > 0 && <span className="hinted">{said.hints(hints)}</span>}
            {one.state === "proposed" && (
              <Button
                className="plain small"
                onClick={() => {
                  onTab(tag);
                  focusOn(".proposal h3");
                }}
              >
                {said.see(languageName(tag))}
              </Button>
            )}
            {one.state === "failed" && <ProblemOfAsked problem={one.problem} />}
          </li>
        );
      })}
    </ul>
  );
}
