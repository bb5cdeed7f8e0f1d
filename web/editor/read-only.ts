import { createContext } from "react";

/** Whether the words can only be looked at, as by somebody who may not publish. */
export const ReadOnly = createContext(false);
