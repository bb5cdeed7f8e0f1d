import { ExpectedReturn } from "./expected-return.tsx";
import type { LiveState, TextName } from "./live-state.ts";
import type { NoticeView } from "./notice-view.ts";

/** A title of more characters than this is set smaller. */
const maxLargeTitle = 50;

/** A line of a list, which is only set as one: its words stay as they are. */
const item = /^([-*•] .*)/m;

/** What ops say. Their own words have `lang` and `dir="auto"`: each text has its own language and direction. */
export function Words({ view, live }: { view: NoticeView; live: LiveState }) {
  const { title, message, expectedReturn, locale, langs } = view;
  const { strings } = locale;
  const isChanged = (name: TextName): true | undefined => live.changed.includes(name) || undefined;
  const directionOf = (lang: string | undefined) => (lang === undefined ? undefined : "auto");
  return (
    <>
      <h1
        className={[...title].length > maxLargeTitle ? "long" : undefined}
        lang={langs.title}
        dir={directionOf(langs.title)}
        data-changed={isChanged("title")}
      >
        {title}
      </h1>
      {locale.unsaved && <p className="message">{locale.unsaved}</p>}
      {expectedReturn && (
        <ExpectedReturn
          label={strings.expectedReturn}
          expected={expectedReturn}
          lang={langs.expectedReturn}
          local={live.local}
          isChanged={isChanged("expectedReturn")}
        />
      )}
      <p
        className="message"
        lang={langs.message}
        dir={directionOf(langs.message)}
        data-changed={isChanged("message")}
      >
        {message.split(item).map((line, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
          index % 2 ? <bdi key={index}>{line}</bdi> : line,
        )}
      </p>
    </>
  );
}
