/** A sentence, its parts between backticks shown as code. */
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
