import { hydrateRoot } from "react-dom/client";
import { type PageData, pageDataId } from "./live/page-data.ts";
import { useLiveNotice } from "./live/use-live-notice.ts";
import { NoticePage } from "./page/notice-page.tsx";

function LivePage({ data }: { data: PageData }) {
  return <NoticePage {...useLiveNotice(data)} />;
}

const container = document.getElementById("page");
const data = document.getElementById(pageDataId)?.textContent;
if (container && data) hydrateRoot(container, <LivePage data={JSON.parse(data)} />);
