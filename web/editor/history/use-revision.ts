import { useEffect, useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Client } from "../client/client.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";

/** A revision's notice once it has come, or why it did not. */
export interface FoundRevision {
  notice?: Notice;
  fault?: string;
}

/** The notice of a revision; nothing without a number. */
export function useRevision(client: Client, number: number | undefined): FoundRevision {
  const [found, setFound] = useState<FoundRevision & { number?: number | undefined }>({});
  useEffect(() => {
    if (number === undefined) return;
    let isWanted = true;
    void client.revision(number).then((reply) => {
      if (!isWanted) return;
      if (reply.ok) setFound({ number, notice: reply.value.notice });
      else setFound({ number, fault: describeProblem(reply.problem) });
    });
    return () => {
      isWanted = false;
    };
  }, [client, number]);
  return found.number === number ? found : {};
}
