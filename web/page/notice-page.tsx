import { ContactLink } from "./contact-link.tsx";
import { ExpectedReturn } from "./expected-return.tsx";
import { initialState, type LiveState } from "./live-state.ts";
import type { NoticeView } from "./notice-view.ts";
import { QuietLine } from "./quiet-line.tsx";
import { Sunrise } from "./sunrise.tsx";
import { Message, Title } from "./words.tsx";

/** The only screen: the notice, and once the app has answered, that it is back. */
export function NoticePage({ view, live = initialState }: { view: NoticeView; live?: LiveState }) {
  const { contactEmail, expectedReturn, langs, locale } = view;
  const { strings } = locale;
  const { announcement, contact, changed, updated, isBack, keepsHelp } = live;
  const hasTime = !isBack && expectedReturn?.dateTime !== undefined;
  // By its key, React takes the line along: its region for screen readers stays the same.
  const quietLine = (
    <QuietLine
      key="quiet-line"
      contact={isBack ? undefined : contact}
      isOverdue={hasTime ? !!expectedReturn.isOverdue : undefined}
      strings={strings}
    />
  );
  return (
    <>
      <main>
        {isBack ? <h1>{strings.backTitle}</h1> : <Title view={view} changed={changed} />}
        {!isBack && locale.unsaved && <p className="message">{locale.unsaved}</p>}
        {!isBack && expectedReturn && (
          <ExpectedReturn
            label={strings.expectedReturn}
            expected={expectedReturn}
            lang={langs.expectedReturn}
            local={live.local}
            isChanged={changed.includes("expectedReturn") || undefined}
          />
        )}
        {hasTime && quietLine}
        {isBack ? <p className="message">{strings.opening}</p> : <Message view={view} changed={changed} />}
        {(!isBack || keepsHelp) && (
          <p className="help">
            {`${strings.needHelp} `}
            <ContactLink email={contactEmail} isChanged={changed.includes("contactEmail") || undefined} />
          </p>
        )}
        {!hasTime && quietLine}
        {/* Present from the start: a region that is added together with its text is not announced. */}
        <p className="announcement" role="status">
          {announcement.map(({ text, lang }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
            <span key={index} lang={lang}>
              {text}
            </span>
          ))}
        </p>
      </main>
      <Sunrise isRisen={isBack} />
      <footer>
        <p className="thanks">{strings.thanks}</p>
        {updated && <p className="updated">{updated}</p>}
      </footer>
    </>
  );
}
