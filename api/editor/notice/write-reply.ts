import { faultsOfNodes } from "../../../data/nodes.ts";
import type { Publication } from "../../../data/publish.ts";
import type { Unsent } from "../../../schema/editor-api/parts.ts";
import type { WriteOutcome } from "../../../schema/editor-api/write-outcome.ts";
import { changedFields } from "../../../schema/notice/difference.ts";
import type { TypedAt } from "../../../schema/words/typed-return.ts";
import { warnOfDocument } from "../../../schema/words/warnings.ts";
import { tagOf } from "./entity-tag.ts";

/** The reply to a change that was asked for at a time, in a time zone. */
export function outcomeReply(publication: Publication, at: TypedAt): Unsent<WriteOutcome> {
  const { number, notice, changes, predecessor, published, nodes } = publication;
  const latest = published ?? (predecessor.notice && { number, notice: predecessor.notice });
  return {
    revision: number,
    etag: latest && tagOf(latest),
    changed: changedFields(changes),
    warnings: [...(latest ? [] : [warnOfDamage(number)]), ...warningsOf(publication, at)],
    notice,
    published: published !== undefined,
    author: published?.author,
    createdAt: published?.createdAt,
    nodes: nodes === "unknown" ? undefined : nodes,
  };
}

function warnOfDamage(number: number): string {
  return `Revision ${number}, the latest, is damaged, so nothing can be compared with it: every field counts as new, and a change with If-Match needs \`If-Match: *\`.`;
}

function warningsOf(publication: Publication, at: TypedAt): string[] {
  const { number, nodes, doubts = [] } = publication;
  const { fault, warning } = faultsOfNodes(nodes, number);
  return [
    ...doubts,
    ...warnOfDocument(publication, at),
    ...[fault, warning].flatMap((found) => found?.message ?? []),
  ];
}
