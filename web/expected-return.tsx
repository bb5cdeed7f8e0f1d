import type { ExpectedReturnView } from "./notice-view.ts";

/** The "Expected Return" block. Words in another direction keep it, yet stand under their label. */
export function ExpectedReturn({ label, expected }: { label: string; expected: ExpectedReturnView }) {
  const { text, dateTime } = expected;
  return (
    <section className="expected-return" aria-labelledby="expected-return">
      <h2 id="expected-return">{label}</h2>
      <p>{dateTime ? <time dateTime={dateTime}>{text}</time> : <bdi>{text}</bdi>}</p>
    </section>
  );
}
