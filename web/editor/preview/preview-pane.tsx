import { type RefObject, useEffect, useRef, useState } from "react";
import type { Notice } from "../../../schema/notice/notice.ts";
import { Said } from "../controls/said.tsx";
import { inEnglish } from "../in-english.ts";
import { texts } from "../texts.ts";
import { createFrames, type FrameOutcome, type Frames } from "./frames.ts";
import { devices, minutesLeft, requestFor, scaleFor, type View } from "./view.ts";
import { ViewOptions } from "./view-options.tsx";

const said = texts.preview;
/** How long typing rests before the page follows, in ms. */
const typingRestMs = 50;

interface Props {
  sessionKey: () => string | undefined;
  /** The notice that is shown; of a draft, as far as the schema accepts it. */
  notice: Notice;
  /** The parts of the draft that it does not, by name. */
  faulty: string[];
  /** What the page is of, in words. */
  isOf: string;
  /** The editor cannot be asked for a page. */
  isCutOff: boolean;
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  view: View;
  onView: (view: View) => void;
}

/** The real page of a notice, as a visitor of the chosen kind would see it. */
export function PreviewPane({ sessionKey, notice, faulty, isOf, isCutOff, now, view, onView }: Props) {
  const space = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const frames = useRef<Frames>(undefined);
  const [outcome, setOutcome] = useState<FrameOutcome>({ kind: "shown" });
  const scale = scaleFor(view.device, useWidth(space));
  const [width, height] = devices[view.device];
  // As text, which stays the same until there is another page to see: typed, chosen, or because time has passed.
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
    return isOf;
  };
  return (
    <>
      <ViewOptions view={view} onView={onView} />
      <p className={outcome.kind === "fault" ? "preview-state warning" : "preview-state"} role="status">
        <Said>{stateOf()}</Said>
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

/** The width of an element in CSS px, whenever it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
