import { type EditorMessage, messageType, type PreviewMessage } from "../../../schema/preview/messages.ts";
import type { PreviewRequest } from "../../../schema/preview/preview-request.ts";

/** What became of a preview that was asked for. */
export type Shown = { kind: "shown" } | { kind: "fault"; detail: string };

export interface Frames {
  /** Shows a page in place of the one before it, once it is ready; of several that are asked for at once, the last. */
  show(request: PreviewRequest): void;
  close(): void;
}

/** How long a page may take before it is given up, in ms. */
const timeoutMs = 10_000;

let count = 0;

/**
 * Frames in an element, of which one is in sight. A form fills each, as only so can a frame be given a draft, and a frame
 * that is filled for the first time adds nothing to the tab's history.
 */
export function createFrames(container: HTMLElement, title: string, shown: (outcome: Shown) => void): Frames {
  let visible: HTMLIFrameElement | undefined;
  let loading: HTMLIFrameElement | undefined;
  let next: PreviewRequest | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let scrolledTo = 0;

  const end = (outcome: Shown): void => {
    clearTimeout(timer);
    loading = undefined;
    shown(outcome);
    const request = next;
    next = undefined;
    if (request) show(request);
  };
  const swap = (frame: HTMLIFrameElement): void => {
    const message: EditorMessage = { type: messageType, event: "scroll-to", y: scrolledTo };
    // A sandboxed page has no origin that could be named.
    frame.contentWindow?.postMessage(message, "*");
    visible?.remove();
    frame.inert = false;
    frame.className = "shown";
    visible = frame;
    end({ kind: "shown" });
  };
  const fail = (detail: string): void => {
    loading?.remove();
    end({ kind: "fault", detail });
  };
  const hear = ({ source, data }: MessageEvent<Partial<PreviewMessage> | null>): void => {
    if (data?.type !== messageType) return;
    if (source === visible?.contentWindow && data.event === "scroll") scrolledTo = Number(data.y);
    if (!loading || source !== loading.contentWindow) return;
    if (data.event === "ready") swap(loading);
    if (data.event === "fault") fail(String(data.detail));
  };
  const show = (request: PreviewRequest): void => {
    if (loading) {
      next = request;
      return;
    }
    loading = addFrame(container, title);
    timer = setTimeout(() => fail(""), timeoutMs);
    send(request, loading);
  };
  addEventListener("message", hear);
  return {
    show,
    close() {
      removeEventListener("message", hear);
      clearTimeout(timer);
      container.replaceChildren();
    },
  };
}

function addFrame(container: HTMLElement, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  count += 1;
  frame.name = `preview-${count}`;
  frame.title = title;
  frame.setAttribute("sandbox", "allow-scripts");
  // Until it is in sight, nobody is to get into it.
  frame.inert = true;
  container.append(frame);
  return frame;
}

function send(request: PreviewRequest, { name }: HTMLIFrameElement): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/preview", enctype: "multipart/form-data", target: name });
  form.hidden = true;
  const field = Object.assign(document.createElement("textarea"), {
    name: "preview",
    value: JSON.stringify(request),
  });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
