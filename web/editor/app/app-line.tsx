import type { AppReply } from "../../../schema/editor-api/app.ts";
import type { Client } from "../client/client.ts";
import { Said } from "../controls/said.tsx";
import { inEnglish } from "../in-english.ts";
import { texts } from "../texts.ts";
import { useApp } from "./use-app.ts";

const said = texts.app;

/** What the editor does and does not do, and whether visitors see it right now. */
export function AppLine({ client }: { client: Pick<Client, "app"> }) {
  const app = useApp(client);
  return (
    <div className="purpose">
      <p>{said.purpose}</p>
      <p role="status">
        {app && describeApp(app)}{" "}
        {app?.detail && (
          <span className="detail">
            <Said>{inEnglish(app.detail)}</Said>
          </span>
        )}
      </p>
    </div>
  );
}

function describeApp({ state, host = "" }: AppReply): string {
  if (state === "unset") return "";
  return state === "unknown" ? said.unknown(host || undefined) : said[state](host);
}
