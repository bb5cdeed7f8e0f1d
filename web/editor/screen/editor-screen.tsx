import { useEffect, useState } from "react";
import { useShortcut } from "../controls/use-shortcut.ts";
import { changesOf, documentOf, faultsOf } from "../draft/document.ts";
import { isTouched } from "../draft/draft.ts";
import { keepDraft } from "../kept/kept-drafts.ts";
import { pageLanguageOf } from "../language.ts";
import { ownTab } from "../languages/language-tabs.tsx";
import type { View } from "../preview/view.ts";
import { texts } from "../texts.ts";
import { ownZone } from "../time/zones.ts";
import { isCutOff } from "../trouble/trouble.ts";
import { signOut } from "../workspace/change-session.ts";
import type { ReadyWorkspace } from "../workspace/ready.ts";
import type { Tools, Work } from "../workspace/use-workspace.ts";
import type { Outcome } from "../writes/outcome.ts";
import { ActionBar } from "./action-bar.tsx";
import { Header } from "./header.tsx";
import { Lines } from "./lines.tsx";
import { Panes } from "./panes.tsx";
import { PreviewOfDraft } from "./preview-of-draft.tsx";
import { type SheetName, Sheets } from "./sheets.tsx";
import { WordsPane } from "./words-pane.tsx";

interface Props extends Tools, Work {
  workspace: ReadyWorkspace;
  onSignedIn: () => void;
}

/** The one screen: the words on one side, the page on the other, and what is over them. */
export function EditorScreen(props: Props) {
  const { workspace, dispatch, client, storage } = props;
  const { session, trouble, live, entry, draft, outcome } = workspace;
  const [tab, setTab] = useState(ownTab);
  const [sheet, setSheet] = useState<SheetName>();
  const [showsFaults, setShowsFaults] = useState(false);
  const [view, setView] = useState<View>(() => firstView(live.notice.language));
  const faults = faultsOf(draft);
  const work = { draft, faults, changes: changesOf(draft), notice: documentOf(draft) };
  const edit = (change: (before: typeof draft) => typeof draft) => dispatch({ type: "edited", change });
  const selectTab = (tab: string): void => {
    setTab(tab);
    setView({
      ...view,
      language: tab === ownTab ? pageLanguageOf(draft.language) : (tab as View["language"]),
    });
  };
  const shown = tab === ownTab || draft.translations[tab] ? tab : ownTab;
  const review = (): void => {
    setShowsFaults(faults.length > 0);
    setSheet(draft.base.etag === live.etag ? "review" : "conflict");
  };
  useShortcut(sheet ? undefined : review);
  useEffect(() => {
    // It is told below the sheet that published; whatever else is open stays.
    if (outcome) setSheet((open) => (open === sheetOf(outcome) ? undefined : open));
  }, [outcome]);
  return (
    <>
      <Header
        session={session}
        revision={live.revision}
        entry={entry}
        now={client.now()}
        onHistory={() => setSheet("history")}
        onSignOut={() =>
          void signOut({
            client,
            onSignedOut: () => dispatch({ type: "signed-out" }),
            onTrouble: (trouble) => dispatch({ type: "session-trouble", trouble }),
          })
        }
      />
      <main className="work">
        <h1 className="unseen">{texts.heading}</h1>
        <Lines {...props} onLook={() => setSheet("conflict")} onHistory={() => setSheet("history")} />
        <Panes
          words={
            <WordsPane
              {...{ draft, faults, showsFaults, edit, now: client.now }}
              tab={shown}
              onTab={selectTab}
            />
          }
          page={
            <PreviewOfDraft
              {...work}
              sessionKey={client.sessionKey}
              isTouched={isTouched(draft)}
              isCutOff={isCutOff(trouble)}
              view={view}
              onView={setView}
            />
          }
        />
      </main>
      <ActionBar
        changes={work.changes}
        isTouched={isTouched(draft)}
        onDiscard={() => {
          keepDraft(storage, { tab: crypto.randomUUID(), at: Date.now(), draft });
          dispatch({ type: "discarded", zone: ownZone() });
        }}
        onReview={review}
      />
      <Sheets {...props} {...work} sheet={sheet} onSheet={setSheet} onTab={selectTab} />
    </>
  );
}

/** The sheet that publishes such a thing; the undo has none. */
function sheetOf({ again, isUndo }: Outcome): SheetName | undefined {
  if (again === undefined) return "review";
  return isUndo ? undefined : "history";
}

function firstView(language: string | undefined): View {
  const holds = (query: string): boolean => matchMedia(query).matches;
  return {
    language: pageLanguageOf(language),
    scheme: holds("(prefers-color-scheme: dark)") ? "dark" : "light",
    device: holds("(max-width: 48rem)") ? "phone" : "desk",
    phase: "before",
    timeZone: ownZone(),
  };
}
