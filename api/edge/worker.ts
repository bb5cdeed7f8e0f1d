import type { EdgeNotice } from "./edge-notice.ts";
import { createHandler } from "./handler.ts";

/** The export writes it in front of this program. */
declare const backsoonNotice: EdgeNotice;

export default createHandler(backsoonNotice);
