import type { ExpectedReturnView } from "./notice-view.ts";
import { unknownTime } from "./relative-time.ts";
import type { TimeRows } from "./time/time-rows.ts";

/** A time in the visitor's own time zone, which only the browser knows. */
export interface LocalTime extends TimeRows {
  /** How far ahead it is, or how long ago it was; absent while that is unknown. */
  relative?: string;
}

interface Props {
  label: string;
  expected: ExpectedReturnView;
  /** The language of a text by ops. */
  lang: string | undefined;
  local: LocalTime | undefined;
  isChanged: true | undefined;
}

/** The "Expected Return" block. A text in another direction keeps it, but is aligned with its label. */
export function ExpectedReturn({ label, expected, lang, local, isChanged }: Props) {
  return (
    <section className="expected-return" aria-labelledby="expected-return" data-changed={isChanged}>
      <h2 id="expected-return">{label}</h2>
      {expected.dateTime !== undefined ? (
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
        <p className="time" lang={lang}>
          <bdi>{expected.text}</bdi>
        </p>
      )}
    </section>
  );
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
