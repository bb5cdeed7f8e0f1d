import { use } from "react";
import type { Tools } from "../workspace/use-workspace.ts";
import { Editor } from "./editor.tsx";

/** The editor, once what it works with is there. */
export function Start({ tools }: { tools: Promise<Tools> }) {
  return <Editor tools={use(tools)} />;
}
