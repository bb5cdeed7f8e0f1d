import { createContext, useContext } from "react";

/** The use of something that is counted. */
export interface UsageCounter {
  count: number;
  increment: () => void;
  limitReached: boolean;
}

/** Holds the usage counter for the components below its provider; the default counts nothing and has no limit. */
export const UsageCounterContext = createContext<UsageCounter>({
  count: 0,
  increment: () => {},
  limitReached: false,
});

/** The usage counter of the nearest provider, or the default if there is none. */
export function useUsageCounter(): UsageCounter {
  return useContext(UsageCounterContext);
}
