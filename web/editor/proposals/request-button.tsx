import type { ReactNode } from "react";
import { useUsageCounter } from "../../page/usage-counter.ts";
import { Button } from "../controls/button.tsx";
import { said } from "./texts.ts";

interface Props {
  /** A reply to it is still to come. */
  isBusy: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The id of the sentence that says why nothing can be asked for. */
const limitId = "limit-of-requests";

/** A button by which the model is asked. While that cannot be, it keeps the focus, and says why. */
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
