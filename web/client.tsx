import { hydrateRoot } from "react-dom/client";
import { fetchNotice } from "./live-notice.ts";
import { NoticePage } from "./notice-page.tsx";
import { type NoticeView, viewOf } from "./notice-view.ts";

const container = document.getElementById("page");
const data = document.getElementById("notice")?.textContent;

if (container && data) {
  const first: NoticeView = JSON.parse(data);
  const root = hydrateRoot(container, <NoticePage view={first} />);
  fetchNotice(first.revision).then((found) => {
    if (!found) return;
    const view = viewOf(found.notice, found.revision, first.locale);
    document.title = view.title;
    root.render(<NoticePage view={view} />);
  });
}
