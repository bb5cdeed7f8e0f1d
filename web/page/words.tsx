import { linkParts } from "../../schema/text/links.ts";
import type { LiveState } from "./live-state.ts";
import type { NoticeView } from "./notice-view.ts";

/** A title of more characters than this is set smaller. */
const maxLargeTitle = 50;

/** Two or more lines of a list, one after the other. */
const list = /^([-*•] [^\n]*(?:\n[-*•] [^\n]*)+)/m;

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
      <Linked text={title} />
    </h1>
  );
}

/**
 * The message by ops, with `lang` and `dir` in the same way. Its key makes a new message a new element: a browser that
 * has translated the page has removed the texts that React would change.
 */
export function Message({ view: { message, langs }, changed }: Props) {
  return (
    <div
      key={message}
      className="message"
      lang={langs.message}
      dir={directionOf(langs.message)}
      data-changed={changed.includes("message") || undefined}
    >
      {message.split(list).map(
        (part, index) =>
          // biome-ignore-start lint/suspicious/noArrayIndexKey: parts have no other name.
          index % 2 ? <List key={index} lines={part.split(/(\n)/)} /> : <Linked key={index} text={part} />,
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above.
      )}
    </div>
  );
}

/** A list. The style sheet covers each typed mark with a drawn one. Copied text has the typed mark. */
function List({ lines }: { lines: string[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without marks of its own for none.
    <ul role="list">
      {lines.map((line, index) =>
        index % 2 ? (
          line
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
          <li key={index} dir="auto">
            <span aria-hidden="true">{line.slice(0, 2)}</span>
            <Linked text={line.slice(2)} />
          </li>
        ),
      )}
    </ul>
  );
}

/** A text in which a visitor can open addresses and call numbers. */
function Linked({ text }: { text: string }) {
  return linkParts(text).map(({ text, href }, index) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may come twice.
      <a key={index} href={href} rel="noreferrer" dir="ltr">
        {text}
      </a>
    ) : (
      text
    ),
  );
}

const directionOf = (lang: string | undefined) => (lang === undefined ? undefined : "auto");
