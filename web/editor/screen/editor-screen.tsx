import { useEffect, useState } from "react";
import { zoneOfIntl } from "../../../schema/time/zones.ts";
import { AppLine, AppState, useApp } from "../app/app-line.tsx";
import { focusField } from "../controls/focus.ts";
import { useMedia } from "../controls/use-media.ts";
import { useShortcut } from "../controls/use-shortcut.ts";
import { changesOf, faultsOf } from "../draft/document.ts";
import { isTouched } from "../draft/draft.ts";
import { tagsOf } from "../draft/translation-status.ts";
import { hasKept } from "../kept/kept-drafts.ts";
import { pageLanguageOf } from "../language.ts";
import { ownTab, tabOf } from "../languages/language-tabs.tsx";
import { LinesOfNotice } from "../lines/lines-of-notice.tsx";
import type { View } from "../preview/view.ts";
import { Proposals } from "../proposals/proposals.tsx";
import { SwitchLine } from "../switch/switch-line.tsx";
import { texts } from "../texts.ts";
import { isCutOff } from "../trouble/trouble.ts";
import type { Commands } from "../workspace/commands.ts";
import type { Outcome } from "../workspace/publisher.ts";
import { mayWrite, type ReadyWorkspace } from "../workspace/ready.ts";
import type { Tools } from "../workspace/use-workspace.ts";
import { ActionBar } from "./action-bar.tsx";
import { Header, LiveLine } from "./header.tsx";
import { type Pane, Panes } from "./panes.tsx";
import { PreviewOfDraft } from "./preview-of-draft.tsx";
import { type SheetName, Sheets } from "./sheets.tsx";
import { WordsPane } from "./words-pane.tsx";

interface Props {
  tools: Tools;
  workspace: ReadyWorkspace;
  commands: Commands;
}

/** The one screen: the words on one side, the page on the other, and sheets over them. */
export function EditorScreen({ tools, workspace, commands }: Props) {
  const { client } = tools;
  const { session, zone, trouble, live, entry, draft, outcome } = workspace;
  const [tab, setTab] = useState(ownTab);
  const [pane, setPane] = useState<Pane>("words");
  const [sheet, setSheet] = useState<SheetName>();
  const [showsFaults, setShowsFaults] = useState(false);
  const [view, setView] = useState<View>(() => firstView(live.notice.language, zone));
  const faults = faultsOf(draft);
  const selectTab = (tab: string): void => {
    setTab(tab);
    setView({
      ...view,
      language: tab === ownTab ? pageLanguageOf(draft.language) : (tab as View["language"]),
    });
  };
  const shown = tagsOf(draft).find((tag) => tag === tab) ?? ownTab;
  const goTo = (pointer: string): void => {
    setPane("words");
    selectTab(tabOf(pointer));
    focusField(pointer);
  };
  const review = (): void => {
    setShowsFaults(faults.length > 0);
    setSheet(draft.base.etag === live.etag ? "review" : "conflict");
  };
  useShortcut(sheet ? undefined : review);
  useEffect(() => {
    // The line about the publication is below the sheet that published, so that sheet closes. Others stay.
    if (outcome) setSheet((open) => (open === sheetOf(outcome) ? undefined : open));
  }, [outcome]);
  // On a small screen, the form comes first.
  const isSmall = useMedia("(max-width: 44rem)");
  const liveLine = (
    <LiveLine session={session} revision={live.revision} entry={entry} now={client.now()}>
      <SwitchLine onBack={mayWrite(workspace) ? () => setSheet("back") : undefined} />
    </LiveLine>
  );
  return (
    <AppState value={useApp(client)}>
      <Header
        session={session}
        onHistory={() => setSheet("history")}
        onInvite={() => setSheet("invite")}
        onSignOut={() => (hasKept(tools.storage) ? setSheet("sign-out") : void commands.signOut(false))}
      >
        {!isSmall && liveLine}
      </Header>
      <main className="work">
        <h1 className="unseen">{texts.heading}</h1>
        <LinesOfNotice
          tools={tools}
          workspace={workspace}
          commands={commands}
          onLook={() => setSheet("conflict")}
          onHistory={() => setSheet("history")}
        />
        <Panes
          pane={pane}
          onPane={setPane}
          words={
            <WordsPane
              draft={draft}
              faults={faults}
              showsFaults={showsFaults}
              isReadOnly={!mayWrite(workspace)}
              edit={commands.edit}
              now={client.now}
              tab={shown}
              onTab={selectTab}
            >
              {session.proposals && mayWrite(workspace) && (
                <Proposals
                  key={session.name}
                  client={client}
                  draft={draft}
                  edit={commands.edit}
                  tab={shown}
                />
              )}
            </WordsPane>
          }
          page={
            <PreviewOfDraft
              sessionKey={client.sessionKey}
              draft={draft}
              faults={faults}
              isCutOff={isCutOff(trouble)}
              now={client.now()}
              view={view}
              onView={setView}
            />
          }
        />
        {isSmall && liveLine}
      </main>
      <ActionBar
        changes={changesOf(draft)}
        isTouched={isTouched(draft)}
        isFaulty={faults.length > 0}
        onDiscard={() => {
          commands.discard();
          goTo("#/title");
        }}
        onReview={review}
      >
        <AppLine isPublished={!isTouched(draft)} />
      </ActionBar>
      <Sheets
        sheet={sheet}
        onSheet={setSheet}
        onField={goTo}
        workspace={workspace}
        commands={commands}
        client={client}
        view={view}
      />
    </AppState>
  );
}

/** The sheet that made a publication; an undo has none. */
function sheetOf({ again, isUndo }: Outcome): SheetName | undefined {
  if (again === undefined) return "review";
  return isUndo ? undefined : "history";
}

function firstView(language: string | undefined, timeZone: string): View {
  const holds = (query: string): boolean => matchMedia(query).matches;
  return {
    language: pageLanguageOf(language),
    scheme: holds("(prefers-color-scheme: dark)") ? "dark" : "light",
    device: holds("(max-width: 48rem)") ? "phone" : "desk",
    phase: "now",
    timeZone: zoneOfIntl(timeZone),
  };
}
