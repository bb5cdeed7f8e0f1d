import { useEffect, useState } from "react";
import type { TokenList as Tokens } from "../../../schema/editor-api/tokens.ts";
import type { Client } from "../client/client.ts";
import { Said } from "../controls/said.tsx";
import { Sheet } from "../controls/sheet.tsx";
import { texts } from "../texts.ts";
import { dateAndTime } from "../time/date-and-time.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";
import { InviteForm } from "./invite-form.tsx";

const said = texts.invite;

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

/** Every token, what it may do and when it ends, as the command lists them. */
function TokenList({ client }: { client: Pick<Client, "tokens"> }) {
  const [tokens, setTokens] = useState<Tokens["tokens"]>();
  const [fault, setFault] = useState("");
  useEffect(() => {
    let isWanted = true;
    void client.tokens().then((reply) => {
      if (!isWanted) return;
      if (reply.ok) setTokens(reply.value.tokens);
      else setFault(describeProblem(reply.problem));
    });
    return () => {
      isWanted = false;
    };
  }, [client]);
  return (
    <section className="tokens">
      <h3>{said.tokens}</h3>
      {fault && (
        <p className="fault" role="alert">
          <Said>{fault}</Said>
        </p>
      )}
      {tokens && (
        <p className="rule">
          <Said>{tokens.length > 0 ? said.revoke : said.noTokens}</Said>
        </p>
      )}
      <ul>
        {tokens?.map(({ name, scope, ending, createdAt, expiresAt, expired }) => (
          <li key={name}>
            <strong dir="auto">{name}</strong>
            <span>{said.scopes[scope]}</span>
            <span>{said.ending(ending)}</span>
            <span>{said.lifetime(dateAndTime(createdAt), dateAndTime(expiresAt), expired)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
