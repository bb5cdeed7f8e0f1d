import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<"textarea">, "onChange"> & {
  value: string;
  onWrite: (value: string) => void;
};

/** A field for one line, which wraps so that all of it is visible. Pasted line breaks become spaces. */
export function OneLine({ onWrite, ...attributes }: Props) {
  return (
    <textarea
      {...attributes}
      className={`one-line ${attributes.className ?? ""}`}
      rows={1}
      autoComplete="off"
      onChange={({ target }) => onWrite(target.value.replace(/[\r\n]+/g, " "))}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
      }}
    />
  );
}
