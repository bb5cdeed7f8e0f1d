import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import type { Deadline } from "../../time/deadline.ts";
import type { DatabaseLogin } from "../connection/connect.ts";
import type { AskDatabase } from "../connection/link.ts";
import { createLinks, type Links } from "../connection/links.ts";
import { identify } from "../identity.ts";

/** Tables that a store has from some format on. */
export interface LaterTables {
  links: Links;
  /** Whether they are there; a format never goes down, so it is asked for only until they are. */
  areThere(ask: AskDatabase): Promise<boolean>;
  /** @throws NoticeError STORE_OLDER */
  assert(ask: AskDatabase): Promise<void>;
}

/**
 * Opens such tables of an existing store, which came with the format `since`.
 * @throws NoticeError STORE_…
 */
export async function openLaterTables(
  login: DatabaseLogin,
  since: number,
  deadline?: Deadline,
): Promise<LaterTables> {
  const { address } = login;
  const links = createLinks(login, deadline);
  let { format } = await links.use((ask) => identify(ask, address));
  const areThere = async (ask: AskDatabase): Promise<boolean> => {
    if (format < since) ({ format } = await identify(ask, address));
    return format >= since;
  };
  return {
    links,
    areThere,
    async assert(ask) {
      if (await areThere(ask)) return;
      throw new NoticeError("STORE_OLDER", { file: describeAddress(address) });
    },
  };
}
