import { createHandler } from "./handler.ts";
import type { EdgeNotice } from "./reply.ts";

/** The export writes it in front of this program. */
declare const backsoonNotice: EdgeNotice;

export default createHandler(backsoonNotice);
