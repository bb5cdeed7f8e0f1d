import type { EdgeNotice } from "./edge-notice.ts";
import { createHandler } from "./handler.ts";

/** The export puts it before this program. */
declare const backsoonNotice: EdgeNotice;

export default createHandler(backsoonNotice);
