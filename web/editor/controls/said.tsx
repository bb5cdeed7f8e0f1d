import type { ComponentProps } from "react";

/**
 * A sentence. Parts between backticks are code. Isolated parts are the service's, and marked as English; names inside
 * them may be isolated too.
 */
export function Said({ children }: { children: string }) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts never change places.
  return children.split(/\u2066((?:\u2068[^\u2069]*\u2069|[^\u2069])*)\u2069/).map((part, index) =>
    index % 2 === 0 ? (
      <WithCode key={index}>{part}</WithCode>
    ) : (
      <span key={index} lang="en" dir="ltr">
        <WithCode>{part}</WithCode>
      </span>
    ),
  );
}

function WithCode({ children }: { children: string }) {
  return children.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} dir="ltr">
        {part}
      </code>
    ),
  );
  // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts never change places.
}

/** Such a sentence as a paragraph. */
export function Sentence({ children, ...attributes }: ComponentProps<"p"> & { children: string }) {
  return (
    <p {...attributes}>
      <Said>{children}</Said>
    </p>
  );
}
