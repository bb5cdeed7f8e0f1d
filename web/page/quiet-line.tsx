import type { Locale } from "../locales/locale.ts";

/** Whether the page reaches the service by itself: not yet known, yes, or no longer. */
export type Contact = "unknown" | "open" | "lost";

interface Props {
  /** Absent when there is nothing to say. */
  contact: Contact | undefined;
  /** Whether the expected return has passed; absent when it is no time. */
  isOverdue: boolean | undefined;
  /** Whether it was removed a while ago. */
  isWithdrawn: boolean | undefined;
  strings: Locale["strings"];
}

/**
 * What the page does for the visitor, or what became of the expected return. It promises nothing before a poll was
 * answered, because the page's script may never load. The style sheet reserves room for the longest text.
 */
export function QuietLine({ contact, isOverdue, isWithdrawn, strings }: Props) {
  const { reload, leaveOpen, unreachable, overdue, noReturnKnown } = strings;
  const isLost = contact === "lost";
  const news = isOverdue ? overdue : isWithdrawn && noReturnKnown;
  return (
    <div className="quiet-line" data-open={contact && leaveOpen} data-lost={contact && unreachable}>
      {isOverdue !== undefined && <span data-overdue={overdue} />}
      {contact && news && !isLost ? (
        <p className="news">{news}</p>
      ) : (
        <p>{contact === "unknown" ? reload : contact === "open" && leaveOpen}</p>
      )}
      <p role="status">{isLost && unreachable}</p>
    </div>
  );
}
