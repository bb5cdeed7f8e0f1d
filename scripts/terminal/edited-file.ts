import { existsSync, readFileSync } from "node:fs";
import { usage } from "../words/usage.ts";
import type { Context } from "./context.ts";

/** The contents of a file after the user has edited it. @throws NoticeError USAGE if the editor fails, or leaves no file */
export async function readEditedFile({ edit }: Pick<Context, "edit">, file: string): Promise<Buffer> {
  const end = await edit(file);
  if (end !== 0) {
    const reason =
      typeof end === "number" ? `The editor ended with exit code ${end}.` : `The editor was ended by ${end}.`;
    throw usage(reason);
  }
  if (!existsSync(file)) {
    throw usage("The editor left no document. The notice is unchanged: set EDITOR to another editor.");
  }
  return readFileSync(file);
}
