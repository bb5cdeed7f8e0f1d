import { createRoot } from "react-dom/client";
import { createClient } from "./client/client.ts";
import { createSessionKey } from "./client/session-key.ts";
import { storageIn } from "./draft/browser-storage.ts";
import { nameTab } from "./draft/tab.ts";
import { Editor } from "./screen/editor.tsx";

const container = document.getElementById("editor");
if (container) {
  const storage = storageIn(() => localStorage);
  const tools = {
    client: createClient(createSessionKey(storage)),
    tabs: await nameTab(
      storageIn(() => sessionStorage),
      navigator.locks,
    ),
    storage,
  };
  createRoot(container).render(<Editor {...tools} />);
}
