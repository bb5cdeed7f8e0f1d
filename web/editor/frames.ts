import { sessionKeyField } from "../../schema/editor-api/session-key.ts";
import { type EditorMessage, messageType, type PreviewMessage } from "../../schema/preview/messages.ts";
import type { PreviewRequest } from "../../schema/preview/preview-request.ts";

/** What is visible: the latest page, the page before it while the latest is late, or that page with a fault. */
export type FrameOutcome = { kind: "shown" } | { kind: "late" } | { kind: "fault"; detail: string };

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
export function createFrames(
  container: HTMLElement,
  title: string,
  sessionKey: () => string | undefined,
  shown: (outcome: FrameOutcome) => void,
) {
  let visible: HTMLIFrameElement | undefined;
  /** The requested pages, oldest first. */
  let waiting: Waiting[] = [];
  let next: PreviewRequest | undefined;
  let scrolledTo = 0;

  const forget = (those: Waiting[]): void => {
    for (const timer of those.flatMap(({ timers }) => timers)) clearTimeout(timer);
    for (const { frame } of those) if (frame !== visible) frame.remove();
    waiting = waiting.filter((one) => !those.includes(one));
  };
  /** A page that has come or failed makes earlier requests obsolete. */
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
    /** Stops waiting. The visible page stays. */
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
