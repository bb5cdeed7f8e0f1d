import { loadBrand } from "../../api/runtime/brand.ts";
import type { DiagnosticResult } from "../../data/store.ts";
import type { Context } from "../terminal/context.ts";

/** Reads the brand as the service does at its start; where none is set, there is no line. */
export async function checkBrandFolder({
  installation,
  commandName,
}: Pick<Context, "installation" | "commandName">): Promise<DiagnosticResult[]> {
  const folder = installation.brandFolder;
  const failures: DiagnosticResult[] = [];
  const brand = await loadBrand(folder, (error) =>
    failures.push({ subject: "brand", state: "failure", detail: error.messageFor(commandName) }),
  );
  return brand ? [{ subject: "brand", state: "ok", detail: `${brand.name}, from ${folder}` }] : failures;
}
