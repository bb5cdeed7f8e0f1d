import { type EditorMessage, messageType, type PreviewMessage } from "../../schema/preview/messages.ts";

/** Tells the editor around the page when it can be shown and where it is scrolled to, and scrolls where it is told. */
export function talkToEditor(): void {
  // The address has the editor's origin; a sandboxed page's own is opaque.
  const { origin } = location;
  const tell = (event: "ready" | "scroll"): void => {
    const { scrollHeight: height } = document.documentElement;
    const message: PreviewMessage = { type: messageType, event, y: scrollY, height };
    parent.postMessage(message, origin);
  };
  addEventListener("load", () => tell("ready"));
  addEventListener("scroll", () => tell("scroll"));
  addEventListener("resize", () => tell("scroll"));
  addEventListener("message", (message: MessageEvent<Partial<EditorMessage> | null>) => {
    const { type, event, y } = message.data ?? {};
    const isOurs = message.source === parent && type === messageType;
    if (isOurs && event === "scroll-to") scrollTo(0, Number(y));
  });
}
