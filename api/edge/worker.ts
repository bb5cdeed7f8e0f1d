import { createHandler } from "./handler.ts";
import type { EdgeNotice } from "./reply.ts";

declare const backsoonNotice: EdgeNotice;

export default createHandler(backsoonNotice);
