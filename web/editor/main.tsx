import { createRoot } from "react-dom/client";
import { createClient } from "./client/client.ts";
import { createSessionKey } from "./client/session-key.ts";
import { FailurePage } from "./failure/failure-page.tsx";
import { storageIn } from "./kept/browser-storage.ts";
import { leftAside } from "./kept/kept-drafts.ts";
import { nameOfTab, nameTab } from "./kept/tab.ts";
import { Editor } from "./screen/editor.tsx";
import { texts } from "./texts.ts";

const container = document.getElementById("editor");
if (container) {
  const { locale, product, editor } = texts;
  document.documentElement.lang = locale.tag;
  document.documentElement.dir = locale.direction;
  document.title = `${product} ${editor}`;
  const storage = storageIn(() => localStorage);
  const ofTab = storageIn(() => sessionStorage);
  // An entry that cannot be read as a draft must not be overwritten by the draft of this tab.
  const mayBeUsed = (name: string): boolean => leftAside(storage).every(({ tab }) => tab !== name);
  const fail = (error: unknown): void => {
    reportError(error);
    root.render(<FailurePage error={error} storage={storage} tab={nameOfTab(ofTab)} />);
  };
  // After such an error, React has emptied the page.
  const root = createRoot(container, { onUncaughtError: fail });
  try {
    const tabs = await nameTab(ofTab, navigator.locks, mayBeUsed);
    const tools = { client: createClient(createSessionKey(storage)), tabs, storage };
    root.render(<Editor tools={tools} />);
  } catch (error) {
    fail(error);
  }
}
