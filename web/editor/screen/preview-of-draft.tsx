import { useRef } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import { documentOf } from "../draft/document.ts";
import { type Draft, isTouched } from "../draft/draft.ts";
import { pointerName } from "../draft/faults-in-words.ts";
import { wholeOf } from "../draft/whole.ts";
import { PreviewPane, type PreviewProps } from "../preview/preview-pane.tsx";
import { texts } from "../texts.ts";

interface Props extends Omit<PreviewProps, "notice" | "faulty" | "isOf"> {
  draft: Draft;
  faults: Fault[];
}

/** The page of the draft, with its valid parts. */
export function PreviewOfDraft({ draft, faults, ...preview }: Props) {
  const lastGood = useRef(draft.base.notice);
  lastGood.current = faults.length === 0 ? documentOf(draft) : wholeOf(draft, faults, lastGood.current);
  return (
    <PreviewPane
      {...preview}
      notice={lastGood.current}
      faulty={[...new Set(faults.map(({ pointer }) => pointerName(pointer)))]}
      isOf={isTouched(draft) ? texts.preview.draft : texts.preview.live}
    />
  );
}
