import { mailTo } from "../../schema/text/links.ts";
import { ExpectedReturn, RoomForNews } from "./expected-return.tsx";
import { initialState, type LiveState } from "./live-state.ts";
import type { NoticeView } from "./notice-view.ts";
import { QuietLine } from "./quiet-line.tsx";
import { Message, Title } from "./words.tsx";

/** The only screen: the notice, and once the app has answered, that it is back. */
export function NoticePage({ view, live = initialState }: { view: NoticeView; live?: LiveState }) {
  const { contactEmail, expectedReturn, langs, locale } = view;
  const { strings } = locale;
  const { announcement, contact, changed, updated, isBack, isWithdrawn, keepsHelp } = live;
  const hasTime = !isBack && expectedReturn?.dateTime !== undefined;
  // With a key, React moves the line and keeps its live region for screen readers.
  const quietLine = <QuietLine key="quiet-line" contact={isBack ? undefined : contact} strings={strings} />;
  return (
    <>
      <main>
        {isBack ? <h1>{strings.backTitle}</h1> : <Title view={view} changed={changed} />}
        {!isBack && locale.sent && <p className="message">{locale.sent}</p>}
        {!isBack && (expectedReturn || isWithdrawn) && (
          <ExpectedReturn
            // Once the time has passed, all of it is new text, not moved text.
            key={`${expectedReturn?.isOverdue}`}
            strings={strings}
            expected={expectedReturn}
            lang={langs.expectedReturn}
            local={live.local}
            isChanged={changed.includes("expectedReturn") || undefined}
          />
        )}
        {hasTime && !expectedReturn.isOverdue && <RoomForNews strings={strings} />}
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

function ContactLink({ email, isChanged }: { email: string; isChanged: true | undefined }) {
  return (
    <a href={mailTo(email)} dir="ltr" data-changed={isChanged}>
      {email}
    </a>
  );
}

/** A sun rising behind the footer's line: decoration, and a promise that the app will be back; then it has risen. */
function Sunrise({ isRisen }: { isRisen: boolean }) {
  return (
    <svg
      className={isRisen ? "sunrise risen" : "sunrise"}
      viewBox="53 0 214 120"
      // Without our styles, in a page of the app, it is not seen.
      width="16"
      height="9"
      fill="none"
      aria-hidden="true"
    >
      <g className="rays">
        <circle cx="160" cy="120" r="64" />
        <circle cx="160" cy="120" r="84" />
        <circle cx="160" cy="120" r="106" />
      </g>
      <circle className="sun" cx="160" cy="120" r="44" />
    </svg>
  );
}
