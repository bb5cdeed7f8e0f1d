import type { ReactNode } from "react";
import { useUsageCounter } from "../../page/usage-counter.ts";
import { Button } from "../controls/button.tsx";
import { said } from "./texts.ts";

interface Props {
  /** A reply is pending. */
  isBusy: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The id of the sentence about the limit. */
const limitId = "limit-of-requests";

/** A button for a request to the model. While it is off, it keeps the focus, and says why. */
export function RequestButton({ isBusy, onClick, children }: Props) {
  const { limitReached } = useUsageCounter();
  const isOff = isBusy || limitReached;
  return (
    <Button
      aria-disabled={isOff || undefined}
      aria-describedby={limitReached ? limitId : undefined}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </Button>
  );
}

/** How many of the day's requests are used, once the limit is known. */
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
