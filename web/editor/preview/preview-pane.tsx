import { useEffect, useRef, useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import { texts } from "../texts.ts";
import { createFrames, type FrameOutcome, type Frames } from "./frames.ts";
import { useWidth } from "./use-width.ts";
import { devices, requestFor, scaleFor, type View } from "./view.ts";
import { ViewOptions } from "./view-options.tsx";

const said = texts.preview;
/** How long typing rests before the page follows, in ms. */
const typingRestMs = 50;

interface Props {
  sessionKey: () => string | undefined;
  /** The notice that is shown; of a draft, the last document that the schema accepts. */
  notice: Notice;
  /** Why the text typed since then cannot be shown; undefined if it is. */
  fault: string | undefined;
  /** What the page is of, in words. */
  isOf: string;
  /** The editor cannot be asked for a page. */
  isCutOff: boolean;
  view: View;
  onView: (view: View) => void;
}

/** The real page of a notice, as a visitor of the chosen kind would see it. */
export function PreviewPane({ sessionKey, notice, fault, isOf, isCutOff, view, onView }: Props) {
  const space = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const frames = useRef<Frames>(undefined);
  const [outcome, setOutcome] = useState<FrameOutcome>({ kind: "shown" });
  const scale = scaleFor(view.device, useWidth(space));
  const [width, height] = devices[view.device];
  const request = JSON.stringify(requestFor(notice, view));

  useEffect(() => {
    if (!screen.current) return;
    frames.current = createFrames(screen.current, said.title, sessionKey, setOutcome);
    return () => frames.current?.close();
  }, [sessionKey]);
  useEffect(() => {
    if (isCutOff) return frames.current?.giveUp();
    const timer = setTimeout(() => frames.current?.show(JSON.parse(request)), typingRestMs);
    return () => clearTimeout(timer);
  }, [request, isCutOff]);

  const stateOf = (): string => {
    if (isCutOff) return said.cutOff;
    if (outcome.kind === "fault") return outcome.detail || said.failed;
    if (fault !== undefined) return said.stale(fault);
    if (outcome.kind === "late") return said.late;
    return isOf;
  };
  return (
    <>
      <ViewOptions view={view} onView={onView} />
      <p className={outcome.kind === "fault" ? "preview-state warning" : "preview-state"} role="status">
        {stateOf()}
      </p>
      <div ref={space}>
        <div
          className="screen-space"
          style={{ inlineSize: `${width * scale}px`, blockSize: `${height * scale}px` }}
        >
          <div
            className="screen"
            ref={screen}
            style={{ inlineSize: `${width}px`, blockSize: `${height}px`, scale: `${scale}` }}
          />
        </div>
      </div>
    </>
  );
}
