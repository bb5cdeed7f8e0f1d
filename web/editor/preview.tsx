import { useEffect, useRef, useState } from "react";
import type { Scheme } from "../../schema/brand/schemes.ts";
import { sessionKeyField } from "../../schema/editor-api/session-key.ts";
import type { LanguageTag } from "../../schema/languages/tags.ts";
import { findOverdue, secondsUntilReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import {
  type EditorMessage,
  messageType,
  type PreviewMessage,
  type PreviewRequest,
} from "../../schema/preview/preview.ts";
import { Button } from "./controls/button.tsx";
import { Sentence } from "./controls/said.tsx";
import { inEnglish, inList } from "./language.ts";
import { texts } from "./texts.ts";

const said = texts.preview;
/** Each kind of screen with its width and its greatest height in CSS px. A phone is as high as there is room. */
const devices = { phone: [390, Number.POSITIVE_INFINITY], desk: [1440, 900] } as const;
/** How long typing pauses before the page follows, in ms. */
const typingRestMs = 50;

/** When and in which colours the page is shown: as visitors would see it right now, or later. */
interface View {
  scheme: Scheme;
  device: keyof typeof devices;
  phase: "now" | "overdue" | "back";
}

interface PreviewProps {
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
  const [view, setView] = useState<View>(() => ({
    scheme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    device: "phone",
    phase: "now",
  }));
  const [outcome, setOutcome] = useState<FrameOutcome>({ kind: "shown" });
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [width, maxHeight] = devices[view.device];
  const scale = Math.min(1, room.width / width) || 1;
  const height = Math.min(maxHeight, room.height / scale);
  // As text, which changes only when the page does: by typing, by a choice, or as time passes.
  const asked = JSON.stringify([requestFor(notice, language, view, now), minutesLeft(notice, now)]);

  useEffect(() => {
    if (!screen.current || !space.current) return;
    frames.current = createFrames(screen.current, texts.heading, sessionKey, setOutcome);
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
      {!isPlain && (
        <div className="preview-options">
          <Button
            aria-pressed={view.device === "desk"}
            onClick={() => setView({ ...view, device: view.device === "desk" ? "phone" : "desk" })}
          >
            {said.desk}
          </Button>
          <Button
            aria-pressed={view.scheme === "dark"}
            onClick={() => setView({ ...view, scheme: view.scheme === "dark" ? "light" : "dark" })}
          >
            {said.dark}
          </Button>
          <select
            aria-label={said.phase}
            value={view.phase}
            onChange={({ target }) => setView({ ...view, phase: target.value as View["phase"] })}
          >
            {Object.entries(said.phases).map(([phase, name]) => (
              <option key={phase} value={phase}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="screen-space" ref={space}>
        <div style={{ inlineSize: `${width * scale}px`, blockSize: `${height * scale}px` }}>
          <div
            className="screen"
            ref={screen}
            style={{ inlineSize: `${width}px`, blockSize: `${height}px`, scale }}
          />
        </div>
      </div>
      <Sentence className={isFault ? "fault" : "rule"} role="status">
        {stateOf(outcome, isCutOff, faulty)}
      </Sentence>
    </div>
  );
}

/** Why the page is not the latest one, in words; empty if it is. */
function stateOf(outcome: FrameOutcome, isCutOff: boolean, faulty: string[]): string {
  if (isCutOff) return said.cutOff;
  if (outcome.kind === "fault") return inEnglish(outcome.detail) || said.failed;
  if (faulty.length > 0) return said.without(inList(faulty));
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

/** What is visible: the latest page, the page before it while the latest is late, or that page with a fault. */
type FrameOutcome = { kind: "shown" } | { kind: "late" } | { kind: "fault"; detail: string };

export type Frames = ReturnType<typeof createFrames>;

/** A page is late after this many ms. It is still awaited, and a newer page may be requested as well. */
const lateFrameMs = 1_000;
/** How long a page may take before it is given up, in ms. */
const frameTimeoutMs = 15_000;
/** How many pages are awaited at once: a late page does not block the next, and a slow network is not flooded. */
const maxWaitingFrames = 2;

/** The number of frames so far, for a unique name for each. */
let count = 0;

interface Waiting {
  frame: HTMLIFrameElement;
  isLate: boolean;
  timers: ReturnType<typeof setTimeout>[];
}

/**
 * Frames in an element, one of them visible. Each is filled once and removed when the next is ready, so that nothing is
 * added to the tab's history.
 */
function createFrames(
  container: HTMLElement,
  title: string,
  sessionKey: () => string | undefined,
  shown: (outcome: FrameOutcome) => void,
) {
  let visible: HTMLIFrameElement | undefined;
  let waiting: Waiting[] = [];
  let next: PreviewRequest | undefined;
  let scrolledTo = 0;

  const forget = (those: Waiting[]): void => {
    for (const timer of those.flatMap(({ timers }) => timers)) clearTimeout(timer);
    for (const { frame } of those) if (frame !== visible) frame.remove();
    waiting = waiting.filter((one) => !those.includes(one));
  };
  const end = (one: Waiting, outcome: FrameOutcome): void => {
    forget(waiting.slice(0, waiting.indexOf(one) + 1));
    if (waiting.length === 0 && !next) shown(outcome);
    askForNext();
  };
  const swap = (one: Waiting): void => {
    const { frame } = one;
    const message: EditorMessage = { type: messageType, event: "scroll-to", y: scrolledTo };
    // A sandboxed page has no origin that could be named here.
    frame.contentWindow?.postMessage(message, "*");
    visible?.remove();
    frame.inert = false;
    frame.className = "shown";
    visible = frame;
    end(one, { kind: "shown" });
  };
  const askForNext = (): void => {
    if (!next || waiting.length >= maxWaitingFrames || waiting.some(({ isLate }) => !isLate)) return;
    const one: Waiting = { frame: addFrame(container, title), isLate: false, timers: [] };
    const beLate = (): void => {
      one.isLate = true;
      shown({ kind: "late" });
      askForNext();
    };
    one.timers.push(setTimeout(beLate, lateFrameMs));
    one.timers.push(setTimeout(() => end(one, { kind: "fault", detail: "" }), frameTimeoutMs));
    waiting.push(one);
    fillFrame(one.frame, next, sessionKey());
    next = undefined;
  };
  const hear = ({ source, data }: MessageEvent<Partial<PreviewMessage> | null>): void => {
    if (data?.type !== messageType) return;
    if (source === visible?.contentWindow && data.event === "scroll") scrolledTo = Number(data.y);
    const one = waiting.find(({ frame }) => frame.contentWindow === source);
    if (one && data.event === "ready") swap(one);
    if (one && data.event === "fault") end(one, { kind: "fault", detail: String(data.detail) });
  };
  addEventListener("message", hear);
  return {
    /** Shows a page in place of the last one once it is ready. If several are requested, the last wins. */
    show(request: PreviewRequest): void {
      next = request;
      askForNext();
    },
    giveUp(): void {
      next = undefined;
      forget(waiting);
    },
    close(): void {
      removeEventListener("message", hear);
      forget(waiting);
      container.replaceChildren();
    },
  };
}

/** Adds an empty frame to an element. It is sandboxed, and inert until it is visible. */
function addFrame(container: HTMLElement, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  count += 1;
  frame.name = `preview-${count}`;
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.inert = true;
  container.append(frame);
  return frame;
}

/** Loads a page into a frame with a form, the only way to post a draft to a frame. `key` is the session's. */
function fillFrame({ name }: HTMLIFrameElement, request: PreviewRequest, key: string | undefined): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/preview", enctype: "multipart/form-data", target: name });
  form.hidden = true;
  const fields = { preview: JSON.stringify(request), ...(key !== undefined && { [sessionKeyField]: key }) };
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("textarea"), { name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}
