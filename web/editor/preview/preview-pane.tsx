import { type RefObject, useEffect, useRef, useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import { useMedia } from "../controls/focus.ts";
import { Sentence } from "../controls/said.tsx";
import { inEnglish } from "../language.ts";
import { texts } from "../texts.ts";
import { createFrames, type FrameOutcome, type Frames } from "./frames.ts";
import { devices, minutesLeft, requestFor, scaleFor, type View } from "./view.ts";
import { ViewOptions } from "./view-options.tsx";

const said = texts.preview;
/** The height above and below the page, in CSS px: of the header, a line, the options and the bar. */
const heightAround = 330;
/** How long typing pauses before the page follows, in ms. */
const typingRestMs = 50;

export interface PreviewProps {
  sessionKey: () => string | undefined;
  /** The notice to show; for a draft, as far as the schema accepts it. */
  notice: Notice;
  /** The labels of the draft's parts that the schema refuses. */
  faulty: string[];
  /** What the page shows, in words. */
  isOf: string;
  /** The editor does not respond. */
  isCutOff: boolean;
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  view: View;
  onView: (view: View) => void;
}

/** The real page of a notice, as a visitor of the chosen kind would see it. */
export function PreviewPane({ sessionKey, notice, faulty, isOf, isCutOff, now, view, onView }: PreviewProps) {
  const space = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const frames = useRef<Frames>(undefined);
  const [outcome, setOutcome] = useState<FrameOutcome>({ kind: "shown" });
  const { inlineSize, windowHeight } = useSpace(space);
  // Beside the form, the whole screen must be visible. On a phone, people scroll.
  const isBeside = useMedia("(min-width: 60.0625rem)");
  const scale = scaleFor(view.device, inlineSize, isBeside ? windowHeight - heightAround : undefined);
  const [width, height] = devices[view.device];
  // As text, which changes only when the page does: by typing, by a choice, or as time passes.
  const asked = JSON.stringify({
    request: requestFor(notice, view, now),
    minutesLeft: minutesLeft(notice, now),
  });

  useEffect(() => {
    if (!screen.current) return;
    frames.current = createFrames(screen.current, said.title, sessionKey, setOutcome);
    return () => frames.current?.close();
  }, [sessionKey]);
  useEffect(() => {
    if (isCutOff) return frames.current?.giveUp();
    const timer = setTimeout(() => frames.current?.show(JSON.parse(asked).request), typingRestMs);
    return () => clearTimeout(timer);
  }, [asked, isCutOff]);

  const stateOf = (): string => {
    if (isCutOff) return said.cutOff;
    if (outcome.kind === "fault") return inEnglish(outcome.detail) || said.failed;
    if (faulty.length > 0) return said.without(faulty);
    if (outcome.kind === "late") return said.late;
    return view.phase === "back" ? said.back : isOf;
  };
  return (
    <>
      <ViewOptions view={view} onView={onView} />
      <Sentence
        className={outcome.kind === "fault" ? "preview-state warning" : "preview-state"}
        role="status"
      >
        {stateOf()}
      </Sentence>
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

/** The width of an element and the height of the window in CSS px, whenever one of them changes. */
function useSpace(element: RefObject<HTMLElement | null>): { inlineSize: number; windowHeight: number } {
  const [space, setSpace] = useState({ inlineSize: 0, windowHeight: innerHeight });
  useEffect(() => {
    const measure = () =>
      setSpace({
        inlineSize: element.current?.getBoundingClientRect().width ?? 0,
        windowHeight: innerHeight,
      });
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [element]);
  return space;
}
