import type { Client } from "../client/client.ts";
import { Sheet } from "../controls/sheet.tsx";
import { texts } from "../texts.ts";
import { InviteForm } from "./invite-form.tsx";
import { TokenList } from "./token-list.tsx";

interface Props {
  client: Pick<Client, "invite" | "tokens">;
  onClose: () => void;
}

/** Inviting somebody, and who has a token already. */
export function InviteSheet({ client, onClose }: Props) {
  return (
    <Sheet heading={texts.invite.heading} onClose={onClose}>
      <InviteForm client={client} />
      <TokenList client={client} />
    </Sheet>
  );
}
