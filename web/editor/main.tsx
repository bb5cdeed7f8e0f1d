import { createRoot } from "react-dom/client";
import { createClient } from "./client/client.ts";
import { storageIn } from "./draft/browser-storage.ts";
import { nameTab } from "./draft/tab.ts";
import { Editor } from "./screen/editor.tsx";

const container = document.getElementById("editor");
if (container) {
  const tools = {
    client: createClient(),
    tabs: await nameTab(
      storageIn(() => sessionStorage),
      navigator.locks,
    ),
    storage: storageIn(() => localStorage),
  };
  createRoot(container).render(<Editor {...tools} />);
}
