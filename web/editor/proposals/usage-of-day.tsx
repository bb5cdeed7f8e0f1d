import { useUsageCounter } from "../../page/usage-counter.ts";
import { limitId } from "./request-button.tsx";
import { said } from "./texts.ts";

/** How many of the day's requests are used, once it is known how many there are. */
export function UsageOfDay({ limit }: { limit: number | undefined }) {
  const { count, limitReached } = useUsageCounter();
  return (
    <>
      <span className="usage">{limit !== undefined && said.usage(Math.min(count, limit), limit)}</span>
      <p className="limit" role="status" id={limitId}>
        {limitReached && said.limitReached}
      </p>
    </>
  );
}
