import { ContactLink } from "./contact-link.tsx";
import { initialState, type LiveState } from "./live-state.ts";
import type { NoticeView } from "./notice-view.ts";
import { QuietLine } from "./quiet-line.tsx";
import { Sunrise } from "./sunrise.tsx";
import { Words } from "./words.tsx";

/** The only screen: the notice, and once the app has answered, that it is back. */
export function NoticePage({ view, live = initialState }: { view: NoticeView; live?: LiveState }) {
  const { contactEmail, expectedReturn, locale } = view;
  const { strings } = locale;
  const { announcement, contact, changed, updated, isBack, keepsHelp } = live;
  return (
    <>
      <main>
        {isBack ? (
          <>
            <h1>{strings.backTitle}</h1>
            <p className="message">{strings.opening}</p>
          </>
        ) : (
          <Words view={view} live={live} />
        )}
        {(!isBack || keepsHelp) && (
          <p className="help">
            {`${strings.needHelp} `}
            <ContactLink email={contactEmail} isChanged={changed.includes("contactEmail") || undefined} />
          </p>
        )}
        <QuietLine
          contact={isBack ? undefined : contact}
          isOverdue={expectedReturn?.dateTime && !isBack ? !!expectedReturn.isOverdue : undefined}
          strings={strings}
        />
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
