/** A sentence of which the parts between backticks are for the command line. */
export function CodeText({ children }: { children: string }) {
  return children.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places.
      <code key={index}>{part}</code>
    ),
  );
}
