import { type SyntheticEvent, useId, useState } from "react";
import type { Invitation, Invited } from "../../../schema/editor-api/tokens.ts";
import { isLoopback } from "../../../schema/validation/loopback.ts";
import type { Client } from "../client/client.ts";
import { Choice, Select } from "../controls/choice.tsx";
import { Sentence } from "../controls/said.tsx";
import { TextToCopy } from "../controls/text-to-copy.tsx";
import { texts } from "../texts.ts";
import { dateAndTime } from "../time/date-and-time.ts";
import { describeProblem } from "../trouble/describe-trouble.ts";

const said = texts.invite;

/** The form for an invitation: the name, rights and lifetime of the token; then the link to pass on. */
export function InviteForm({ client }: { client: Pick<Client, "invite"> }) {
  const id = useId();
  const [wanted, setWanted] = useState<Invitation>({ name: "", scope: "write", expires: "90d" });
  const [invited, setInvited] = useState<Invited & { name: string }>();
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<Invitation>): void => setWanted({ ...wanted, ...part });
  const invite = async (): Promise<void> => {
    setBusy(true);
    setFault("");
    setInvited(undefined);
    const reply = await client.invite(wanted);
    setBusy(false);
    if (reply.ok) setInvited({ ...reply.value, name: wanted.name });
    else setFault(describeProblem(reply.problem));
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void invite();
  };
  return (
    <form className="invite" onSubmit={submit}>
      <p>{said.explain}</p>
      <div className="field">
        <label htmlFor={`${id}-name`}>{said.name}</label>
        <input
          id={`${id}-name`}
          type="text"
          value={wanted.name}
          onChange={({ target }) => change({ name: target.value })}
          aria-describedby={`${id}-rule`}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <div className="rule" id={`${id}-rule`}>
          {said.nameRule}
        </div>
      </div>
      <Choice
        label={said.scope}
        options={[
          ["write", said.scopes.write],
          ["read", said.scopes.read],
        ]}
        value={wanted.scope}
        onChange={(scope) => change({ scope })}
      />
      <Select
        label={said.expires}
        options={Object.entries(said.lifetimes)}
        value={wanted.expires}
        onChange={(expires) => change({ expires })}
      />
      <div className="actions">
        <button type="submit" className="main" disabled={isBusy}>
          {said.make}
        </button>
      </div>
      <Sentence className="fault" role="alert">
        {fault}
      </Sentence>
      <div role="status">
        {invited && <p>{said.pass(invited.name, dateAndTime(invited.expiresAt))}</p>}
        {invited && isLoopback(new URL(invited.link).hostname) && (
          <Sentence className="rule">{said.onlyHere}</Sentence>
        )}
      </div>
      {invited && <TextToCopy key={invited.link} label={said.link} text={invited.link} />}
    </form>
  );
}
