import { createRoot } from "react-dom/client";
import { createClient } from "./client/client.ts";
import { nameTab } from "./draft/tab.ts";
import { Editor } from "./screen/editor.tsx";

const container = document.getElementById("editor");
if (container) {
  const tools = {
    client: createClient(),
    tabs: await nameTab(sessionStorage, navigator.locks),
    storage: localStorage,
  };
  createRoot(container).render(<Editor {...tools} />);
}
