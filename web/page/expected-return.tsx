import type { Locale } from "../locales/locale.ts";
import type { ExpectedReturnView } from "./notice-view.ts";
import { unknownTime } from "./relative-time.ts";
import type { TimeRows } from "./time/time-rows.ts";

/** A time in the visitor's own time zone, which only the browser knows. */
export interface LocalTime extends TimeRows {
  /** How far ahead it is, or how long ago it was; absent while that is unknown. */
  relative?: string;
}

interface Props {
  strings: Locale["strings"];
  /** Absent if it was removed a while ago. */
  expected: ExpectedReturnView | undefined;
  /** The language of a text by ops. */
  lang: string | undefined;
  local: LocalTime | undefined;
  isChanged: true | undefined;
}

/**
 * The "Expected Return" block. Once a time has passed, what is true now comes first. A text in another direction keeps
 * it, but is aligned with its label.
 */
export function ExpectedReturn({ strings, expected, lang, local, isChanged }: Props) {
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
export function RoomForNews({ strings }: Pick<Props, "strings">) {
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
