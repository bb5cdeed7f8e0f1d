import type { DiagnosticResult } from "../store.ts";
import { connectTo, type DatabaseLogin, isStandby } from "./connection/connect.ts";
import { hostLimits } from "./connection/link.ts";

/** Inspects each of several hosts: whether one can replace another is better known before it must. */
export async function inspectHosts(login: DatabaseLogin): Promise<DiagnosticResult[]> {
  const { hosts } = login.address;
  if (hosts.length === 1) return [];
  const found = await Promise.all(
    hosts.map(async (host) => {
      const reached = await connectTo(host, login, hostLimits);
      if (typeof reached !== "string") reached.close();
      const state = typeof reached === "string" ? reached : "it takes writes";
      return { host, state, isFit: typeof reached !== "string" || reached === isStandby };
    }),
  );
  const detail = found.map(({ host, state }) => `${host.host}:${host.port}: ${state}`).join("; ");
  return [{ subject: "hosts", state: found.every(({ isFit }) => isFit) ? "ok" : "warning", detail }];
}
