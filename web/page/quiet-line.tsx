import type { Locale } from "../locales/locale.ts";

/** Whether the page reaches the service by itself: not yet known, yes, or no longer. */
export type Contact = "unknown" | "open" | "lost";

interface Props {
  /** Absent when there is nothing to say. */
  contact: Contact | undefined;
  strings: Locale["strings"];
}

/**
 * What the page does for the visitor. Nothing is promised before a poll has been answered, as its script may never
 * come. The style sheet keeps the room that the longest of the three texts takes.
 */
export function QuietLine({ contact, strings }: Props) {
  const { reload, leaveOpen, unreachable } = strings;
  return (
    <div className="quiet-line" data-open={contact && leaveOpen} data-lost={contact && unreachable}>
      <p>{contact === "unknown" ? reload : contact === "open" && leaveOpen}</p>
      <p role="status">{contact === "lost" && unreachable}</p>
    </div>
  );
}
