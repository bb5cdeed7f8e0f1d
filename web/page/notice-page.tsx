import { linkParts, mailTo } from "../../schema/text/links.ts";
import type { Locale } from "../locales/locale.ts";
import {
  type Contact,
  type ExpectedReturnView,
  initialState,
  type LiveState,
  type LocalTime,
  type NoticeView,
} from "./notice-view.ts";
import { unknownTime } from "./relative-time.ts";

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

/** A title of more characters than this is set smaller. */
const maxLargeTitle = 50;

const list = /^([-*•] [^\n]*(?:\n[-*•] [^\n]*)+)/m;

interface WordsProps {
  view: NoticeView;
  changed: LiveState["changed"];
}

/** The title by ops. Their own words have `lang` and `dir="auto"`: each text has its own language and direction. */
function Title({ view: { title, langs }, changed }: WordsProps) {
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
function Message({ view: { message, langs }, changed }: WordsProps) {
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

interface ReturnProps {
  strings: Locale["strings"];
  /** Absent if it was removed a while ago. */
  expected: ExpectedReturnView | undefined;
  lang: string | undefined;
  local: LocalTime | undefined;
  isChanged: true | undefined;
}

/**
 * The "Expected Return" block. Once a time has passed, what is true now comes first. A text in another direction keeps
 * it, but is aligned with its label.
 */
export function ExpectedReturn({ strings, expected, lang, local, isChanged }: ReturnProps) {
  return (
    <section className="expected-return" aria-labelledby="expected-return" data-changed={isChanged}>
      {expected?.isOverdue && <p className="news">{firstSentence(strings.overdue)}</p>}
      <h2 id="expected-return">{strings.expectedReturn}</h2>
      {expected?.dateTime !== undefined ? (
        <>
          <p className={expected.isOverdue ? "time passed" : "time"}>
            <time dateTime={expected.dateTime} className={expected.distance}>
              <Row name="lead" pieces={(local ?? expected.rows).lead} />
              <Row name="rest" pieces={(local ?? expected.rows).rest} />
            </time>
          </p>
          <p className="relative" key={local?.relative}>
            {local?.relative ?? unknownTime}
          </p>
        </>
      ) : (
        <p className="time" lang={expected && lang}>
          <bdi>{expected ? expected.text : strings.noReturnKnown}</bdi>
        </p>
      )}
    </section>
  );
}

/** Room for the news that a time has passed, so that nothing below moves. */
export function RoomForNews({ strings }: Pick<ReturnProps, "strings">) {
  return <div className="news" data-room={firstSentence(strings.overdue)} />;
}

/** The first sentence of a text. Thai has spaces between sentences only. */
function firstSentence(text: string): string {
  return /^.*?[.。।።۔，]|^[ก-๛]+(?= )/.exec(text)?.[0] ?? text;
}

/** A row. Its key makes other words new text, not moved text. */
function Row({ name, pieces }: { name: string; pieces: string[] }) {
  return (
    <span className={name} key={pieces.join()}>
      {pieces.map((piece) => (
        <span key={piece}>{`${piece} `}</span>
      ))}
    </span>
  );
}

interface QuietProps {
  /** Absent when there is nothing to say. */
  contact: Contact | undefined;
  strings: Locale["strings"];
}

/**
 * What the page does for the visitor. It promises nothing before a poll was answered, because the page's script may
 * never load. The style sheet reserves room for the longest text.
 */
function QuietLine({ contact, strings }: QuietProps) {
  const { reload, leaveOpen, unreachable } = strings;
  return (
    <div className="quiet-line" data-room={contact && leaveOpen} data-lost={contact && unreachable}>
      <p>{contact === "unknown" ? reload : contact === "open" && leaveOpen}</p>
      <p role="status">{contact === "lost" && unreachable}</p>
    </div>
  );
}
