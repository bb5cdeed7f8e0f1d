import { createContext } from "react";

/** Whether the form is read-only, as for people who may not publish. */
export const ReadOnly = createContext(false);
