import { useRef } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import { documentOf } from "../draft/document.ts";
import { type Draft, isTouched } from "../draft/draft.ts";
import { pointerName } from "../draft/faults-in-words.ts";
import { wholeOf } from "../draft/whole.ts";
import { PreviewPane } from "../preview/preview-pane.tsx";
import type { View } from "../preview/view.ts";
import { texts } from "../texts.ts";

interface Props {
  sessionKey: () => string | undefined;
  draft: Draft;
  faults: Fault[];
  isCutOff: boolean;
  now: number;
  view: View;
  onView: (view: View) => void;
}

/** The page of the draft, as far as that is right. */
export function PreviewOfDraft({ sessionKey, draft, faults, isCutOff, now, view, onView }: Props) {
  const lastGood = useRef(draft.base.notice);
  lastGood.current = faults.length === 0 ? documentOf(draft) : wholeOf(draft, faults, lastGood.current);
  return (
    <PreviewPane
      sessionKey={sessionKey}
      notice={lastGood.current}
      faulty={[...new Set(faults.map(({ pointer }) => pointerName(pointer)))]}
      isOf={isTouched(draft) ? texts.preview.draft : texts.preview.live}
      isCutOff={isCutOff}
      now={now}
      view={view}
      onView={onView}
    />
  );
}
