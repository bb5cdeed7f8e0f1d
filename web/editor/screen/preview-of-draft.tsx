import { useRef } from "react";
import type { Fault } from "../../../schema/errors/fault.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import type { Draft } from "../draft/draft.ts";
import { PreviewPane } from "../preview/preview-pane.tsx";
import type { View } from "../preview/view.ts";

interface Props {
  sessionKey: () => string | undefined;
  draft: Draft;
  notice: Notice;
  faults: Fault[];
  isTouched: boolean;
  isCutOff: boolean;
  view: View;
  onView: (view: View) => void;
}

/** The page of the draft; while the schema refuses that, of the last one that it took. */
export function PreviewOfDraft(props: Props) {
  const { sessionKey, draft, notice, faults, isTouched, isCutOff, view, onView } = props;
  const lastGood = useRef(draft.base.notice);
  if (faults.length === 0) lastGood.current = notice;
  return (
    <PreviewPane
      sessionKey={sessionKey}
      notice={lastGood.current}
      fault={faults[0]?.detail}
      isLive={!isTouched}
      isCutOff={isCutOff}
      view={view}
      onView={onView}
    />
  );
}
