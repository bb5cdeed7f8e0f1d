import type { DiagnosticResult } from "../../data/store.ts";
import { readAppAddress } from "../../schema/settings/app-url.ts";
import type { Context } from "../terminal/context.ts";

/** Reads the app's address as the editor does; where none is set, there is no line. */
export function checkAppAddress({ readSettings }: Pick<Context, "readSettings">): DiagnosticResult[] {
  const app = readAppAddress(readSettings(["APP_URL"]).APP_URL);
  if (!app) return [];
  const subject = "app";
  return "fault" in app
    ? [{ subject, state: "failure", detail: app.fault }]
    : [{ subject, state: "ok", detail: `the editor asks ${app.url.host} whether it answers` }];
}
