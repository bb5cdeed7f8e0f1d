import { useEffect, useRef, useState } from "react";
import { type Scheme, schemes } from "../../schema/brand/schemes.ts";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import { secondsUntilReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { findOverdue } from "../../schema/notice/overdue.ts";
import type { PreviewRequest } from "../../schema/preview/preview-request.ts";
import { Choice, Select } from "./controls/field.tsx";
import { Sentence } from "./controls/said.tsx";
import { createFrames, type FrameOutcome, type Frames } from "./frames.ts";
import { inEnglish } from "./language.ts";
import { texts } from "./texts.ts";

const said = texts.preview;
/** Each kind of screen with its width and its greatest height in CSS px. A phone is as high as there is room. */
const devices = { phone: [390, Number.POSITIVE_INFINITY], desk: [1440, 900] } as const;
/** How long typing pauses before the page follows, in ms. */
const typingRestMs = 50;

/** When and in which colours the page is shown: as visitors would see it right now, or later. */
export interface View {
  scheme: Scheme;
  device: keyof typeof devices;
  phase: "now" | "overdue" | "back";
}

export interface PreviewProps {
  sessionKey: () => string | undefined;
  /** The notice to show; for a draft, as far as the schema accepts it. */
  notice: Notice;
  language: LanguageTag;
  /** The labels of the draft's parts that the schema refuses. */
  faulty?: string[];
  /** The editor does not respond. */
  isCutOff: boolean;
  /** The time by the service's clock, in ms since the epoch. */
  now: number;
  /** Shows only the page on a phone, as visitors see it now. */
  isPlain?: boolean;
}

/** The real page of a notice, as visitors who read a language see it. */
export function Preview({ sessionKey, notice, language, faulty = [], isCutOff, now, isPlain }: PreviewProps) {
  const space = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const frames = useRef<Frames>(undefined);
  const [view, setView] = useState(firstView);
  const [outcome, setOutcome] = useState<FrameOutcome>({ kind: "shown" });
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [width, maxHeight] = devices[view.device];
  const scale = Math.min(1, room.width / width) || 1;
  const height = Math.min(maxHeight, room.height / scale);
  // As text, which changes only when the page does: by typing, by a choice, or as time passes.
  const asked = JSON.stringify([requestFor(notice, language, view, now), minutesLeft(notice, now)]);

  useEffect(() => {
    if (!screen.current || !space.current) return;
    frames.current = createFrames(screen.current, said.title, sessionKey, setOutcome);
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect));
    observer.observe(space.current);
    return () => {
      observer.disconnect();
      frames.current?.close();
    };
  }, [sessionKey]);
  useEffect(() => {
    if (isCutOff) return frames.current?.giveUp();
    const timer = setTimeout(() => frames.current?.show(JSON.parse(asked)[0]), typingRestMs);
    return () => clearTimeout(timer);
  }, [asked, isCutOff]);

  const isFault = outcome.kind === "fault";
  return (
    <div className="preview">
      {!isPlain && <ViewChoices view={view} onView={setView} />}
      <div className="screen-space" ref={space}>
        <div style={{ inlineSize: `${width * scale}px`, blockSize: `${height * scale}px` }}>
          <div
            className="screen"
            ref={screen}
            style={{ inlineSize: `${width}px`, blockSize: `${height}px`, scale }}
          />
        </div>
      </div>
      <Sentence className={isFault ? "preview-state warning" : "preview-state"} role="status">
        {stateOf(outcome, isCutOff, faulty)}
      </Sentence>
    </div>
  );
}

function firstView(): View {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return { scheme: isDark ? "dark" : "light", device: "phone", phase: "now" };
}

function ViewChoices({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <div className="preview-options">
      <Choice
        label={said.device}
        options={Object.entries(said.devices) as [View["device"], string][]}
        value={view.device}
        onChange={(device) => onView({ ...view, device })}
      />
      <Choice
        label={said.scheme}
        options={schemes.map((scheme) => [scheme, said.schemes[scheme]] as const)}
        value={view.scheme}
        onChange={(scheme) => onView({ ...view, scheme })}
      />
      <Select
        label={said.phase}
        options={Object.entries(said.phases) as [View["phase"], string][]}
        value={view.phase}
        onChange={(phase) => onView({ ...view, phase })}
      />
    </div>
  );
}

/** Why the page is not the latest one, in words; empty if it is. */
function stateOf(outcome: FrameOutcome, isCutOff: boolean, faulty: string[]): string {
  if (isCutOff) return said.cutOff;
  if (outcome.kind === "fault") return inEnglish(outcome.detail) || said.failed;
  if (faulty.length > 0) return said.without(faulty);
  return outcome.kind === "late" ? said.late : "";
}

/** The request for a preview at a time, in ms since the epoch. */
export function requestFor(
  notice: Notice,
  language: LanguageTag,
  { scheme, phase: chosen }: Pick<View, "scheme" | "phase">,
  now: number,
): PreviewRequest {
  // The service's clock may be behind ours, so a passed return is requested as overdue.
  const phase = chosen === "now" ? findOverdue(notice, now) && "overdue" : chosen;
  return { notice, language, scheme, ...(phase && { phase }) };
}

/** The minutes until the expected return. When they change, so does the page. */
export function minutesLeft(notice: Notice, now: number): number | undefined {
  const seconds = secondsUntilReturn(notice, now);
  return seconds === undefined ? undefined : Math.ceil(seconds / 60);
}
