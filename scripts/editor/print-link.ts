import { type LinkTerms, makeLink } from "../../data/links.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import type { Context } from "../terminal/context.ts";
import { originOf } from "./address.ts";

/** The editor that `notice editor` starts unless it is told otherwise. */
const usualOrigin = "http://127.0.0.1:8081";

/**
 * Prints a link to an editor, and which editor that must be: another program there would get the secret.
 * @throws NoticeError USAGE, STORE_…
 */
export async function printLink(
  context: Context,
  option: string | undefined,
  terms: LinkTerms,
): Promise<void> {
  const origin = originOf(context, option) ?? usualOrigin;
  const { link } = await makeLink(context.backend, origin, terms, context.now(), deadlineIn());
  context.print(link);
  const onlyHere = isLoopback(new URL(origin).hostname) ? " It works only on this computer." : "";
  context.printError(
    `Open it only if your editor runs at ${origin}: any other program there would get the link.${onlyHere} For another address, give --origin or set EDITOR_ORIGIN.`,
  );
}
