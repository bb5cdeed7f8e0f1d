/** Marks what a preview and the editor around it say to each other. */
export const messageType = "backsoon-preview";

/** What a preview tells the editor: that it can be shown, where it is scrolled to (in px), or that there is none. */
export type PreviewMessage =
  | { type: typeof messageType; event: "ready" | "scroll"; y: number; height: number }
  | { type: typeof messageType; event: "fault"; detail: string };

/** What the editor tells a preview. */
export interface EditorMessage {
  type: typeof messageType;
  event: "scroll-to";
  y: number;
}
