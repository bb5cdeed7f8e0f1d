import type { ExpectedReturnView } from "./notice-view.ts";

/** A time in the visitor's own time zone, which only the browser knows. */
export interface LocalTime {
  /** In the visitor's zone, with the zone named. */
  text: string;
  /** How far ahead it is; absent once it has passed. */
  relative?: string;
}

interface Props {
  label: string;
  expected: ExpectedReturnView;
  overdue: string;
  local: LocalTime | undefined;
}

/** The "Expected Return" block. Text in another direction keeps it, yet stays aligned under its label. */
export function ExpectedReturn({ label, expected, overdue, local }: Props) {
  const { text, dateTime, isOverdue } = expected;
  return (
    <section className="expected-return" aria-labelledby="expected-return">
      <h2 id="expected-return">{label}</h2>
      <p className="time">
        {dateTime ? <time dateTime={dateTime}>{local?.text ?? text}</time> : <bdi>{text}</bdi>}
      </p>
      {isOverdue ? (
        <p className="relative">{overdue}</p>
      ) : (
        local?.relative && <p className="relative">{local.relative}</p>
      )}
    </section>
  );
}
