import { ContactLink } from "./contact-link.tsx";
import { ExpectedReturn } from "./expected-return.tsx";
import type { NoticeView } from "./notice-view.ts";
import { Sunrise } from "./sunrise.tsx";

/** The one screen. Texts by ops carry `dir="auto"`: their direction is their own. */
export function NoticePage({ view }: { view: NoticeView }) {
  const { strings } = view.locale;
  return (
    <>
      <main>
        <h1 dir="auto">{view.title}</h1>
        <p className="message" dir="auto">
          {view.message}
        </p>
        {view.expectedReturn && (
          <ExpectedReturn label={strings.expectedReturn} expected={view.expectedReturn} />
        )}
        <p className="help">
          {`${strings.needHelp} `}
          <ContactLink email={view.contactEmail} />
        </p>
      </main>
      <Sunrise />
      <footer>
        <p className="thanks">{strings.thanks}</p>
      </footer>
    </>
  );
}
