import { faultsOfNodes } from "../../../data/nodes-in-words.ts";
import type { Publication } from "../../../data/publish.ts";
import type { Node } from "../../../data/store.ts";
import type { Nodes } from "../../../schema/editor-api/nodes.ts";
import type { WriteOutcome } from "../../../schema/editor-api/write-outcome.ts";
import { type Change, changedFields } from "../../../schema/notice/difference.ts";
import type { TypedAt } from "../../../schema/words/typed-return.ts";
import { warnOfDocument } from "../../../schema/words/warnings.ts";
import { tagOf } from "./entity-tag.ts";

/** The reply to a change that was asked for at a time, in a time zone. */
export function outcomeReply(publication: Publication, at: TypedAt): WriteOutcome {
  const { number, notice, changes, predecessor, published, nodes } = publication;
  const latest = published ?? (predecessor.notice && { number, notice: predecessor.notice });
  return {
    revision: number,
    ...(latest && { etag: tagOf(latest) }),
    changed: changedFields(changes),
    warnings: [...(latest ? [] : [warnOfDamage(number)]), ...warningsOf(publication, at)],
    notice,
    published: published !== undefined,
    ...(published && { author: published.author, createdAt: published.createdAt }),
    ...(nodes &&
      nodes !== "unknown" && {
        nodes: {
          live: nodes.live.map(nodeReply),
          others: nodes.others.map(nodeReply),
          silent: nodes.silent.map(nodeReply),
        },
      }),
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

/** Changes as JSON has them, without undefined members. */
export function changesReply(changes: Change[]): NonNullable<WriteOutcome["difference"]> {
  return changes.map(({ field, translation, before, after }) => ({
    field,
    ...(translation !== undefined && { translation }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }));
}

/** A node as JSON has it. */
export function nodeReply({ id, label, storeId, number, sum, silentSeconds }: Node): Nodes["nodes"][number] {
  return { id, label, ...(storeId !== undefined && { storeId }), number, sum, silentSeconds };
}
