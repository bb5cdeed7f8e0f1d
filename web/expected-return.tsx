import type { ExpectedReturnView } from "./notice-view.ts";

/** The "Expected Return" block. */
export function ExpectedReturn({ label, expected }: { label: string; expected: ExpectedReturnView }) {
  const { text, dateTime } = expected;
  return (
    <section className="expected-return" aria-labelledby="expected-return">
      <h2 id="expected-return">{label}</h2>
      <p dir="auto">{dateTime ? <time dateTime={dateTime}>{text}</time> : text}</p>
    </section>
  );
}
