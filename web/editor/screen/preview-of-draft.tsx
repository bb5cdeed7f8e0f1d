import { useRef } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import { documentOf } from "../draft/document.ts";
import { type Draft, isTouched } from "../draft/draft.ts";
import { PreviewPane } from "../preview/preview-pane.tsx";
import type { View } from "../preview/view.ts";
import { texts } from "../texts.ts";

interface Props {
  sessionKey: () => string | undefined;
  draft: Draft;
  faults: Fault[];
  isCutOff: boolean;
  view: View;
  onView: (view: View) => void;
}

/** The page of the draft; while the schema refuses that, of the last one that it took. */
export function PreviewOfDraft({ sessionKey, draft, faults, isCutOff, view, onView }: Props) {
  const lastGood = useRef(draft.base.notice);
  if (faults.length === 0) lastGood.current = documentOf(draft);
  return (
    <PreviewPane
      sessionKey={sessionKey}
      notice={lastGood.current}
      fault={faults[0]?.detail}
      isOf={isTouched(draft) ? texts.preview.draft : texts.preview.live}
      isCutOff={isCutOff}
      view={view}
      onView={onView}
    />
  );
}
