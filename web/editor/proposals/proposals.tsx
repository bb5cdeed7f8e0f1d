import { useState } from "react";
import { UsageCounterContext } from "../../page/usage-counter.ts";
import type { Client } from "../client/client.ts";
import { createSend } from "../client/request.ts";
import { createAskForProposal } from "./asking/ask.ts";
import { useDailyUsage } from "./asking/use-daily-usage.ts";
import { ProposalsOfTab, type PropsOfTab } from "./proposals-of-tab.tsx";

interface Props extends PropsOfTab {
  client: Pick<Client, "sessionKey">;
}

/** Requests to the chat model, and its proposals. Loaded only if there is a chat model. */
export function Proposals({ client, ...props }: Props) {
  const [{ send, ask }] = useState(() => {
    const send = createSend({ read: client.sessionKey }, () => {});
    return { send, ask: createAskForProposal(send) };
  });
  const usage = useDailyUsage(send);
  return (
    <UsageCounterContext value={usage.counter}>
      <ProposalsOfTab {...props} ask={ask} usage={usage} />
    </UsageCounterContext>
  );
}
