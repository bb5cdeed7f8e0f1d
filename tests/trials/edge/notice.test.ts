import { expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { cases, comparable, edgeNotices, isRetryAlike } from "../../api/edge/table.ts";
import { notice } from "../../support/command/command.ts";
import { asking } from "../../support/network/http.ts";
import { serveHere } from "../../support/service/service-here.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { scriptOf } from "../proxies/support/stage.ts";
import { exportModule, runtimes, startEdge } from "./support/edges.ts";

const settings = {
  POLL_SECONDS: "60",
  CORS_ORIGINS: "https://shop.example",
  FRAME_ORIGINS: "https://*.lms.example",
};

it.each(Object.entries(edgeNotices))(
  "The module replies to every request as the service does, in each runtime: a notice %s",
  async (_name, made) => {
    const service = await serveHere(settings);
    const stdin = JSON.stringify(draftWith(made()).notice);
    expect(await notice(service.env, ["apply", "-"], { stdin })).toMatchObject({ code: 0 });
    const module = await exportModule(service.env);
    const [ask, app] = [asking(service.url), `127.0.0.1:${await freePort()}`];
    const { headers } = await ask({ url: "/api/notice" });
    const all = cases(await scriptOf(service), String(headers.etag));
    for (const runtime of runtimes) {
      const askEdge = asking(await startEdge(runtime, module, { app }));
      for (const asked of all) {
        const [own, theirs] = [await askEdge(asked), await ask(asked)];
        const told = [own, theirs].map(({ statusCode, headers, body }) => [
          statusCode,
          comparable(headers),
          body,
        ]);
        expect([runtime, asked, told[0]]).toEqual([runtime, asked, told[1]]);
        expect(isRetryAlike(own.headers["retry-after"], theirs.headers["retry-after"])).toBe(true);
      }
    }
  },
);
