import { expect, onTestFinished } from "vitest";
import type { EditorHere } from "../service/editor-here.ts";
import { otherMachine, sharedBrowser } from "./browser.ts";

/** Signs in with a link over TLS, through a proxy on a port, and says what is too large, as a browser does. */
export async function expectTeamSignIn(editor: Pick<EditorHere, "makeLink">, port: number): Promise<void> {
  const context = await (await sharedBrowser()).newContext({ ignoreHTTPSErrors: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const reply = await page.goto(await editor.makeLink());
  expect([reply?.status(), await page.title()]).toEqual([200, "Editor, running"]);
  const statuses = await page.evaluate(async () => {
    const post = (body: string) =>
      fetch("/api/session", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const signIn = await post(JSON.stringify({ secret: location.hash.replace("#link=", "") }));
    const { key } = await signIn.json();
    const session = await fetch("/api/session", { headers: { "Session-Key": key } });
    const large = await post("a".repeat(600 * 1024));
    return [signIn.status, session.status, large.status, (await large.json()).code];
  });
  expect(statuses).toEqual([200, 200, 413, "DOCUMENT_TOO_LARGE"]);
  expect(await page.context().cookies()).toEqual([
    expect.objectContaining({
      name: `__Host-backsoon-${port}`,
      domain: otherMachine,
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Strict",
    }),
  ]);
}
