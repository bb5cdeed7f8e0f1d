import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { notice } from "../../support/command/command.ts";
import { cases, comparable, edgeNotices, isRetryAlike } from "../../support/edge/table.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking, forPage } from "../../support/network/http.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { runtimes, startEdge } from "./support/edges.ts";
import { exportModule } from "./support/module.ts";

const settings = {
  POLL_SECONDS: "60",
  CORS_ORIGINS: "https://shop.example",
  FRAME_ORIGINS: "https://*.lms.example",
};

it.each(Object.entries(edgeNotices))(
  "the module replies to every request as the service does, in each runtime: %s",
  async (_when, made) => {
    const service = await serveHere(settings);
    const file = join(temporaryFolder(), "notice.json");
    writeFileSync(file, JSON.stringify(draftWith(made()).notice));
    expect(await notice(service.env, ["apply", file])).toMatchObject({ code: 0 });
    const module = await exportModule(service.env);
    const [ask, app] = [asking(service.url), `127.0.0.1:${await freePort()}`];
    const { headers } = await ask({ url: "/api/notice" });
    const page = await ask({ url: "/", headers: forPage });
    const [script = ""] = /\/assets\/backsoon-[^"]+\.js/.exec(page.body) ?? [];
    for (const runtime of runtimes) {
      const askEdge = asking(await startEdge(runtime, module, { app }));
      for (const asked of cases(script, String(headers.etag))) {
        const [own, theirs] = [await askEdge(asked), await ask(asked)];
        expect([runtime, asked, own.statusCode, comparable(own.headers), own.body]).toEqual([
          runtime,
          asked,
          theirs.statusCode,
          comparable(theirs.headers),
          theirs.body,
        ]);
        expect(isRetryAlike(own.headers["retry-after"], theirs.headers["retry-after"])).toBe(true);
      }
    }
  },
);
