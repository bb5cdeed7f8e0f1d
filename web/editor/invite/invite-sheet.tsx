import { Suspense, use, useState } from "react";
import type { Client } from "../client/client.ts";
import { Sentence } from "../controls/said.tsx";
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

/** The form for an invitation, and the existing tokens. */
export function InviteSheet({ client, onClose }: Props) {
  const [asked] = useState(client.tokens);
  return (
    <Sheet heading={texts.invite.heading} onClose={onClose}>
      <InviteForm client={client} />
      <section className="tokens">
        <h3>{said.tokens}</h3>
        <Suspense>
          <TokenList asked={asked} />
        </Suspense>
      </section>
    </Sheet>
  );
}

/** Every token, what it may do and when it ends, as the command lists them. */
function TokenList({ asked }: { asked: ReturnType<Props["client"]["tokens"]> }) {
  const reply = use(asked);
  if (!reply.ok)
    return (
      <Sentence className="fault" role="alert">
        {describeProblem(reply.problem)}
      </Sentence>
    );
  const { tokens } = reply.value;
  return (
    <>
      <Sentence className="rule">{tokens.length > 0 ? said.revoke : said.noTokens}</Sentence>
      <ul>
        {tokens.map(({ name, scope, ending, createdAt, expiresAt, expired }) => (
          <li key={name}>
            <strong dir="auto">{name}</strong>
            <span>{said.scopes[scope]}</span>
            <span>{said.ending(ending)}</span>
            <span>{said.lifetime(dateAndTime(createdAt), dateAndTime(expiresAt), expired)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
