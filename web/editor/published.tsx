import { useEffect, useRef, useState } from "react";
import { describeOther } from "../../schema/words/node-in-words.ts";
import { useWhoSees } from "./app.tsx";
import type { Problem } from "./client.ts";
import type { Commands } from "./commands.ts";
import { Button, PlainButton } from "./controls/button.tsx";
import { recoverFocus } from "./controls/focus.ts";
import { Sentence } from "./controls/said.tsx";
import { inEnglish } from "./language.ts";
import { PublishProblem } from "./review.tsx";
import type { Outcome } from "./state.ts";
import { canUndo, isOvertaken, type ReadyWorkspace } from "./state.ts";
import { texts } from "./texts.ts";

const said = texts.publish;

interface Props {
  outcome: Outcome;
  workspace: ReadyWorkspace;
  commands: Commands;
  onHistory: () => void;
}

/** The last publication, who shows it, and the undo. A new line scrolls into view. */
export function PublishedLine({ outcome, workspace, commands, onHistory }: Props) {
  const { live, entry, trouble } = workspace;
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    line.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const undo = async (): Promise<void> => {
    setBusy(true);
    setProblem(await commands.undo());
    setBusy(false);
    recoverFocus();
  };
  const isReplaced = isOvertaken(workspace);
  const overtaker = isReplaced ? { revision: live.revision, author: entry?.author } : undefined;
  return (
    <div className="line done" ref={line}>
      <div role="status">
        {describeOutcome(outcome, overtaker, useWhoSees()).map((sentence) => (
          <Sentence key={sentence}>{sentence}</Sentence>
        ))}
      </div>
      {problem && !isReplaced && <PublishProblem problem={problem} trouble={trouble} commands={commands} />}
      {canUndo(workspace) && (
        <Button disabled={isBusy} onClick={() => void undo()}>
          {texts.publish.undo}
        </Button>
      )}
      {isReplaced && <Button onClick={onHistory}>{texts.history.look}</Button>}
      <PlainButton onClick={commands.closeOutcome}>{texts.close}</PlainButton>
    </div>
  );
}

/**
 * The outcome of a publication in sentences: who shows it and what it restores, or what has replaced it, by whom if
 * known, and what to do.
 */
export function describeOutcome(
  { publication, before, again, isUndo }: Outcome,
  overtaker: { revision: number; author: string | undefined } | undefined,
  whoSees: string,
): string[] {
  const { revision } = publication;
  if (overtaker)
    return [said.overtaken(revision, overtaker), ...(isUndo ? [] : [said.backByHistory(before.revision)])];
  const [published = "", ...rest] = describePublication(publication);
  const broughtBack = again === undefined ? "" : said.again(again);
  return [[published, broughtBack, whoSees].filter(Boolean).join(" "), ...rest];
}

/** Who shows a revision, and who may still show another, in the sentences of the command. */
export function describePublication({ revision, nodes, warnings = [] }: Outcome["publication"]): string[] {
  // If the database did not say who shows it, a warning tells that.
  const isUnknown = (warning: string): boolean => warning.startsWith(`Revision ${revision} is published`);
  if (!nodes) return [inEnglish(warnings.find(isUnknown) ?? "") || said.done(revision)];
  const { live, others } = nodes;
  const all = live.length + others.length;
  if (all === 0) return [said.noNode(revision)];
  const names = live.map(({ label }) => label);
  return [
    said.onNodes(revision, names, all),
    ...others.map((node) => inEnglish(`${node.label} ${describeOther(node, revision)}.`)),
  ];
}
