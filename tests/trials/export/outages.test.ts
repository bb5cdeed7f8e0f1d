import { describe, expect, it } from "vitest";
import { startEcho } from "../../support/network/echo.ts";
import { asking } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { exportHere, serveExport, servers } from "./support/serving.ts";

describe.each(servers)("an app that ends behind %s", (server) => {
  const begin = async () => {
    const { folder } = await exportHere();
    const app = await startEcho("app", 200);
    const ask = asking(await serveExport(server, { folder, app: app.port }));
    const begun = ["GET", "POST"].map((method) => ask({ method, url: "/slow" }));
    const slow = () => app.received.filter(({ path }) => path === "/slow").length;
    await expect.poll(slow, patient).toBe(begun.length);
    return { app, ask, replies: () => Promise.all(begun) };
  };

  it("finishes what it has, if it ends in order", async () => {
    const { app, ask, replies } = await begin();
    app.endInOrder();
    await expect.poll(async () => (await ask({})).headers["maintenance-notice"], patient).toBe("export");
    app.release();
    expect((await replies()).map(({ body }) => body)).toEqual(["app", "app"]);
  });

  it("leaves the notice to those whom it has not answered, if it dies", async () => {
    const { app, replies } = await begin();
    app.stop();
    const outcomes = (await replies()).map(({ statusCode, headers }) => [
      statusCode,
      headers["maintenance-notice"],
    ]);
    expect(outcomes).toEqual(Array(2).fill([503, "export"]));
  });
});
