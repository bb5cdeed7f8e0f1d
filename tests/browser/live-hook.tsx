import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import type { PageData } from "../../web/live/page-data.ts";
import { useLiveNotice } from "../../web/live/use-live-notice.ts";

function Title({ data }: { data: PageData }) {
  return <h1>{useLiveNotice(data).view.title}</h1>;
}

/** As many titles as somebody asked for, each of which follows the notice by itself. */
function Titles({ data, heard }: { data: PageData; heard(set: (count: number) => void): void }) {
  const [count, setCount] = useState(0);
  heard(setCount);
  const names = Array.from({ length: count }, (_, index) => `title ${index}`);
  return names.map((name) => <Title key={name} data={data} />);
}

/** Renders the hook so often in the page, as a test says; nothing starts before it does. */
export function startTitles(data: PageData): { show(count: number): void; root: Root } {
  let show: (count: number) => void = () => {};
  const container = document.createElement("main");
  document.body.append(container);
  const root = createRoot(container);
  const heard = (set: typeof show): void => {
    show = set;
  };
  // With its effects: what follows the notice asks from now on, and what is gone asks no more.
  flushSync(() => root.render(<Titles data={data} heard={heard} />));
  return { show: (count) => flushSync(() => show(count)), root };
}

Object.assign(globalThis, { startTitles });
