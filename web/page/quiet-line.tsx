import type { Locale } from "../locales/locale.ts";

/** Whether the page reaches the service by itself: not yet known, yes, or no longer. */
export type Contact = "unknown" | "open" | "lost";

interface Props {
  /** Absent when there is nothing to say. */
  contact: Contact | undefined;
  strings: Locale["strings"];
}

/**
 * What the page does for the visitor. It promises nothing before a poll was answered, because the page's script may
 * never load. The style sheet reserves room for the longest text.
 */
export function QuietLine({ contact, strings }: Props) {
  const { reload, leaveOpen, unreachable } = strings;
  return (
    <div className="quiet-line" data-room={contact && leaveOpen} data-lost={contact && unreachable}>
      <p>{contact === "unknown" ? reload : contact === "open" && leaveOpen}</p>
      <p role="status">{contact === "lost" && unreachable}</p>
    </div>
  );
}
