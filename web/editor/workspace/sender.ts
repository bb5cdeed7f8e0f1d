import type { Session } from "../../../schema/editor-api/session.ts";
import { texts } from "../texts.ts";

const { by } = texts.session;

/** Who sends something and how they signed in, as it is kept: the same in each language of the page. */
export function senderOf({ via, name }: Pick<Session, "via" | "name">): string {
  return `${via} ${name}`;
}

/** A kept sender as people call them; one that an older version of the page kept, as it is. */
export function senderInWords(sender: string | undefined): string | undefined {
  const [, via, name = ""] = /^(link|token) (.*)$/s.exec(sender ?? "") ?? [];
  return via === undefined ? sender : by[via as keyof typeof by](name);
}
