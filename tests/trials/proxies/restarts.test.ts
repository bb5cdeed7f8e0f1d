import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { listeningSocket } from "../../support/network/listening-socket.ts";
import { startCrowd } from "../../support/network/visitors.ts";
import { startService } from "../../support/service/service.ts";

const restarts = 6;

it.for(["1", "2"])(
  `${restarts} restarts with WORKERS=%s on a socket that outlives them lose nobody`,
  { timeout: 300_000 },
  async (WORKERS, { annotate }) => {
    const { url, descriptor } = listeningSocket();
    const DATABASE = join(temporaryFolder(), "notice.db");
    const start = () => startService({ DATABASE, WORKERS }, { socket: descriptor });
    let service = await start();
    const crowd = startCrowd(url, 6);
    for (let restart = 0; restart < restarts; restart += 1) {
      await crowd.goesOn();
      await service.ended("SIGTERM");
      service = await start();
    }
    await crowd.goesOn();
    const got = await crowd.leaves();
    await annotate(JSON.stringify(got));
    expect(got).toEqual({ notice: expect.any(Number) });
  },
);
