import { ContactLink } from "./contact-link.tsx";
import { ExpectedReturn, type LocalTime } from "./expected-return.tsx";
import type { NoticeView } from "./notice-view.ts";
import { Sunrise } from "./sunrise.tsx";

/** What the browser adds to the page that the server rendered. */
export interface LiveState {
  /** What has changed, for screen reader users. */
  announcement: string;
  /** The app has answered and the page is about to be loaded again. */
  isBack: boolean;
  local?: LocalTime;
}

/** The only screen. Texts by ops have `dir="auto"`: each has its own direction. */
export function NoticePage({ view, live }: { view: NoticeView; live?: LiveState }) {
  const { title, message, expectedReturn, contactEmail, locale } = view;
  const { strings } = locale;
  return (
    <>
      <main>
        <h1 dir="auto">{title}</h1>
        <p className="message" dir="auto">
          {message}
        </p>
        {expectedReturn && (
          <ExpectedReturn
            label={strings.expectedReturn}
            expected={expectedReturn}
            overdue={strings.overdue}
            local={live?.local}
          />
        )}
        <p className="help">
          {`${strings.needHelp} `}
          <ContactLink email={contactEmail} />
        </p>
        {/* Present from the start: a region that is added together with its text is not announced. */}
        <p className={live?.isBack ? "status" : "status hidden"} role="status">
          {live?.announcement}
        </p>
      </main>
      <Sunrise />
      <footer>
        <p className="thanks">{strings.thanks}</p>
      </footer>
    </>
  );
}
