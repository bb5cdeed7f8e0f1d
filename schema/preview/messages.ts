/** Marks messages between a preview and the editor around it. */
export const messageType = "backsoon-preview";

/** Messages from a preview: it can be shown, it was scrolled (in px), or it cannot be shown. */
export type PreviewMessage =
  | { type: typeof messageType; event: "ready" | "scroll"; y: number; height: number }
  | { type: typeof messageType; event: "fault"; detail: string };

/** A message from the editor to a preview. */
export interface EditorMessage {
  type: typeof messageType;
  event: "scroll-to";
  y: number;
}
