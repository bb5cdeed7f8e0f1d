import { createRoot } from "react-dom/client";
import { storageIn } from "./browser-storage.ts";
import { createClient, createSessionKey } from "./client.ts";
import { FailurePage } from "./failure.tsx";
import { createKept } from "./kept.ts";
import { Editor } from "./screen/editor.tsx";
import { texts } from "./texts.ts";

const container = document.getElementById("editor");
if (container) {
  const { locale, product, editor } = texts;
  document.documentElement.lang = locale.tag;
  document.documentElement.dir = locale.direction;
  document.title = `${product} ${editor}`;
  const storage = storageIn(() => localStorage);
  const kept = createKept(
    storageIn(() => sessionStorage),
    storage,
  );
  const fail = (error: unknown): void => {
    reportError(error);
    root.render(<FailurePage error={error} drafts={kept} />);
  };
  // After such an error, React has emptied the page.
  const root = createRoot(container, { onUncaughtError: fail });
  root.render(<Editor tools={{ client: createClient(createSessionKey(storage)), kept }} />);
}
