import { useEffect, useState } from "react";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { serialize } from "../../../schema/notice/notice.ts";
import { AppLine, AppState, BackSheet, SwitchLine, useApp } from "../app.tsx";
import type { Commands } from "../commands.ts";
import { ConflictSheet } from "../conflict.tsx";
import { focusField, useMedia, useShortcut } from "../controls/focus.ts";
import { outlookOf, tagsOf } from "../draft.ts";
import { faultNames } from "../faults.ts";
import { Proposals } from "../fields/proposals.tsx";
import { ownTab, tabOf, tabsOf } from "../fields/translation.tsx";
import { HistorySheet } from "../history.tsx";
import { pageLanguageOf } from "../language.ts";
import { LinesOfNotice, SessionLine, TroubleLine } from "../lines.tsx";
import { Preview } from "../preview.tsx";
import { ReviewSheet } from "../review.tsx";
import { InviteSheet, LinkPage, SignInPage, SignOutSheet, useLink } from "../session.tsx";
import { mayWrite, type Outcome, type ReadyWorkspace, readyOf } from "../state.ts";
import { texts } from "../texts.ts";
import { isCutOff } from "../trouble.ts";
import { type Tools, useWorkspace } from "../use-workspace.ts";
import { Foot, Head } from "./head-and-foot.tsx";
import { Panes } from "./panes.tsx";
import { WordsPane } from "./words-pane.tsx";

/** The whole page: sign-in first, then the one screen. */
export function Editor({ tools }: { tools: Tools }) {
  const { workspace, commands } = useWorkspace(tools);
  const { session, left, trouble } = workspace;
  const [link, forgetLink] = useLink();
  if (link)
    return (
      <LinkPage key={link} secret={link} name={session?.name} commands={commands} onClose={forgetLink} />
    );
  if (session === null) return <SignInPage commands={commands} left={left} />;
  const ready = readyOf(workspace);
  if (ready) return <EditorScreen tools={tools} workspace={ready} commands={commands} />;
  return (
    <main>
      <h1 className="unseen">{texts.heading}</h1>
      <SessionLine trouble={workspace.sessionTrouble} onClose={commands.closeSessionTrouble} />
      {trouble ? <TroubleLine trouble={trouble} commands={commands} /> : <p role="status">{texts.loading}</p>}
    </main>
  );
}

interface Props {
  tools: Tools;
  workspace: ReadyWorkspace;
  commands: Commands;
}

type SheetName = "review" | "history" | "conflict" | "invite" | "sign-out" | "back";

/** The one screen: the words on one side, the page on the other, and sheets over them. */
function EditorScreen({ tools, workspace, commands }: Props) {
  const { client } = tools;
  const { session, trouble, live, entry, draft, outcome } = workspace;
  const { notice, changes, faults, page, isTouched } = outlookOf(draft);
  const [tab, setTab] = useState(ownTab);
  const [isPage, setPage] = useState(false);
  const [sheet, setSheet] = useState<SheetName>();
  const [showsFaults, setShowsFaults] = useState(false);
  const shown = tagsOf(draft).find((tag) => tag === tab) ?? ownTab;
  const close = () => setSheet(undefined);
  const goTo = (pointer: string): void => {
    setPage(false);
    setTab(tabOf(pointer));
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
  const appLine = <AppLine isPublished={!isTouched} />;
  return (
    <AppState value={useApp(client)}>
      <Head
        session={session}
        revision={live.revision}
        entry={entry}
        now={client.now()}
        onHistory={() => setSheet("history")}
        onInvite={() => setSheet("invite")}
        onSignOut={() => (tools.kept.hasAny() ? setSheet("sign-out") : void commands.signOut(false))}
      >
        <SwitchLine onBack={mayWrite(workspace) ? () => setSheet("back") : undefined} />
      </Head>
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
          tabs={tabsOf(draft, faults)}
          tab={shown}
          onTab={setTab}
          isPage={isPage}
          onPage={setPage}
          words={
            <WordsPane
              draft={draft}
              faults={faults}
              showsFaults={showsFaults}
              isReadOnly={!mayWrite(workspace)}
              edit={commands.edit}
              now={client.now}
              tab={shown}
              onTab={setTab}
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
            <Preview
              sessionKey={client.sessionKey}
              notice={page}
              faulty={faultNames(faults)}
              isCutOff={isCutOff(trouble)}
              now={client.now()}
              language={shown === ownTab ? pageLanguageOf(draft.notice.language) : (shown as LanguageTag)}
            />
          }
        />
        {isSmall && appLine}
      </main>
      <Foot
        changes={changes}
        isTouched={isTouched}
        isFaulty={faults.length > 0}
        onDiscard={() => {
          commands.discard();
          goTo("#/title");
        }}
        onReview={review}
      >
        {!isSmall && appLine}
      </Foot>
      {sheet === "review" && (
        <ReviewSheet
          workspace={workspace}
          commands={commands}
          client={client}
          onConflict={() => setSheet("conflict")}
          onClose={(pointer) => {
            close();
            if (pointer) goTo(pointer);
          }}
        />
      )}
      {sheet === "history" && (
        <HistorySheet client={client} workspace={workspace} commands={commands} onClose={close} />
      )}
      {sheet === "invite" && <InviteSheet client={client} onClose={close} />}
      {sheet === "sign-out" && <SignOutSheet commands={commands} onClose={close} />}
      {sheet === "back" && <BackSheet client={client} onClose={close} />}
      {sheet === "conflict" && (
        <ConflictSheet
          base={draft.base.notice}
          mine={notice}
          theirs={live.notice}
          author={entry?.author}
          onClose={close}
          onResolved={(notice) => {
            commands.resolve(notice);
            setSheet(serialize(notice) === serialize(live.notice) ? undefined : "review");
          }}
        />
      )}
    </AppState>
  );
}

/** The sheet that made a publication; an undo has none. */
function sheetOf({ again, isUndo }: Outcome): SheetName | undefined {
  if (again === undefined) return "review";
  return isUndo ? undefined : "history";
}
