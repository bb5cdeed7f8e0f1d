import { type SyntheticEvent, useId, useState } from "react";
import type { Link } from "../../schema/editor-api/session.ts";
import { isLoopback } from "../../schema/validation/loopback.ts";
import type { Client } from "./client.ts";
import { TextToCopy } from "./controls/field.tsx";
import { Sentence } from "./controls/said.tsx";
import { Sheet } from "./controls/sheet.tsx";
import { texts } from "./texts.ts";
import { dateAndTime } from "./time.ts";
import { describeProblem } from "./trouble.ts";

const said = texts.invite;

interface Props {
  client: Pick<Client, "link">;
  onClose: () => void;
}

/** Asks for a name, then shows a link to pass on. */
export function InviteSheet({ client, onClose }: Props) {
  const id = useId();
  const [name, setName] = useState("");
  const [made, setMade] = useState<Link & { name: string }>();
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    setFault("");
    setMade(undefined);
    const reply = await client.link(name);
    setBusy(false);
    if (reply.ok) setMade({ ...reply.value, name });
    else setFault(describeProblem(reply.problem));
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void make();
  };
  return (
    <Sheet heading={said.heading} onClose={onClose}>
      <form className="invite" onSubmit={submit}>
        <p>{said.explain}</p>
        <div className="field">
          <label htmlFor={id}>{said.name}</label>
          <input
            id={id}
            type="text"
            value={name}
            onChange={({ target }) => setName(target.value)}
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
        <div className="actions">
          <button type="submit" className="main" disabled={isBusy}>
            {said.make}
          </button>
        </div>
        <Sentence className="fault" role="alert">
          {fault}
        </Sentence>
        <div role="status">
          {made && <p>{said.pass(made.name, dateAndTime(made.expiresAt))}</p>}
          {made && isLoopback(new URL(made.link).hostname) && <p className="rule">{said.onlyHere}</p>}
        </div>
        {made && <TextToCopy key={made.link} label={said.link} text={made.link} />}
      </form>
    </Sheet>
  );
}
