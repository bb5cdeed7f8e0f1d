import type { LiveState } from "./live-state.ts";
import type { NoticeView } from "./notice-view.ts";

/** A title of more characters than this is set smaller. */
const maxLargeTitle = 50;

/** A line of a list, which is only set as one: its words stay as they are. */
const item = /^([-*•] .*)/m;

interface Props {
  view: NoticeView;
  changed: LiveState["changed"];
}

/** The title by ops. Their own words have `lang` and `dir="auto"`: each text has its own language and direction. */
export function Title({ view: { title, langs }, changed }: Props) {
  return (
    <h1
      className={[...title].length > maxLargeTitle ? "long" : undefined}
      lang={langs.title}
      dir={directionOf(langs.title)}
      data-changed={changed.includes("title") || undefined}
    >
      {title}
    </h1>
  );
}

/** The message by ops, likewise. */
export function Message({ view: { message, langs }, changed }: Props) {
  return (
    <p
      className="message"
      lang={langs.message}
      dir={directionOf(langs.message)}
      data-changed={changed.includes("message") || undefined}
    >
      {message.split(item).map((line, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
        index % 2 ? <bdi key={index}>{line}</bdi> : line,
      )}
    </p>
  );
}

const directionOf = (lang: string | undefined) => (lang === undefined ? undefined : "auto");
