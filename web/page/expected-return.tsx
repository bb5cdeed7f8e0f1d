import type { ExpectedReturnView } from "./notice-view.ts";

/** A time in the visitor's own time zone, which only the browser knows. */
export interface LocalTime {
  /** In the visitor's zone, with the zone named. */
  text: string;
  /** How far ahead it is; absent once it has passed, and where a date says more. */
  relative?: string;
}

interface Props {
  label: string;
  expected: ExpectedReturnView;
  /** The language of words by ops. */
  lang: string | undefined;
  overdue: string;
  local: LocalTime | undefined;
  isChanged: true | undefined;
}

/** The "Expected Return" block. Text in another direction keeps it, yet stays aligned under its label. */
export function ExpectedReturn({ label, expected, lang, overdue, local, isChanged }: Props) {
  const { text, dateTime, isOverdue } = expected;
  return (
    <section className="expected-return" aria-labelledby="expected-return" data-changed={isChanged}>
      <h2 id="expected-return">{label}</h2>
      <div className={dateTime && (isOverdue ? "when passed" : "when")}>
        {/* Keyed, so that other words are new text, not text that moves. */}
        <p className="time" lang={lang} data-utc={dateTime && text} key={local?.text}>
          {dateTime ? <time dateTime={dateTime}>{local?.text ?? text}</time> : <bdi>{text}</bdi>}
        </p>
        {isOverdue ? (
          <p className="overdue">{overdue}</p>
        ) : (
          local?.relative && <p className="relative">{local.relative}</p>
        )}
      </div>
    </section>
  );
}
