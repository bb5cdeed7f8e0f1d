import { sessionKeyField } from "../../../schema/editor-api/session.ts";
import { type EditorMessage, messageType, type PreviewMessage } from "../../../schema/preview/messages.ts";
import type { PreviewRequest } from "../../../schema/preview/preview-request.ts";

/**
 * What is in sight: the page that was asked for last; the one before it, while that is late; or no new one, and why.
 */
export type FrameOutcome = { kind: "shown" } | { kind: "late" } | { kind: "fault"; detail: string };

export type Frames = ReturnType<typeof createFrames>;

/** After how many ms a page is late. It is still waited for, and what is typed meanwhile is asked for as well. */
const lateFrameMs = 1_000;
/** How long a page may take before it is given up, in ms. */
const frameTimeoutMs = 15_000;
/** How many pages are waited for at once: a late one holds up none, and a slow network is not flooded. */
const maxWaitingFrames = 2;

/** How many frames there have been: each has a name of its own. */
let count = 0;

interface Waiting {
  frame: HTMLIFrameElement;
  isLate: boolean;
  timers: ReturnType<typeof setTimeout>[];
}

/**
 * Frames in an element, of which one is in sight. Each is filled once and goes when the next one is ready, so that
 * nothing is added to the tab's history.
 */
export function createFrames(
  container: HTMLElement,
  title: string,
  sessionKey: () => string | undefined,
  shown: (outcome: FrameOutcome) => void,
) {
  let visible: HTMLIFrameElement | undefined;
  /** The pages that were asked for, oldest first. */
  let waiting: Waiting[] = [];
  let next: PreviewRequest | undefined;
  let scrolledTo = 0;

  const forget = (those: Waiting[]): void => {
    for (const timer of those.flatMap(({ timers }) => timers)) clearTimeout(timer);
    for (const { frame } of those) if (frame !== visible) frame.remove();
    waiting = waiting.filter((one) => !those.includes(one));
  };
  /** What was asked for before a page is no longer wanted once that has come, or has failed. */
  const end = (one: Waiting, outcome: FrameOutcome): void => {
    forget(waiting.slice(0, waiting.indexOf(one) + 1));
    if (waiting.length === 0 && !next) shown(outcome);
    askForNext();
  };
  const swap = (one: Waiting): void => {
    const { frame } = one;
    const message: EditorMessage = { type: messageType, event: "scroll-to", y: scrolledTo };
    // A sandboxed page has no origin that could be named.
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
    /** Shows a page in place of the last one, once it is ready; if several are asked for, the last of them. */
    show(request: PreviewRequest): void {
      next = request;
      askForNext();
    },
    /** Stops waiting; the page in sight stays. */
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

/** Adds an empty frame to an element. Nothing in it reaches the editor, and until it is in sight nobody gets into it. */
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

/** Asks for a page into a frame: by a form, as only so can a frame be given a draft. `key` is that of the session. */
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
