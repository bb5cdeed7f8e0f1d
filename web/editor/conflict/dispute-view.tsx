import { Choice } from "../controls/choice.tsx";
import { partName } from "../difference/part-name.ts";
import { texts } from "../texts.ts";
import { type Dispute, type Side, sideOf } from "./three-way.ts";

const said = texts.conflict;

interface Props {
  dispute: Dispute;
  side: Side | undefined;
  language: string | undefined;
  onSide: (side: Side) => void;
}

/** One part of the notice as it was, as I want it and as it is now. */
export function DisputeView({ dispute, side, language, onSide }: Props) {
  const { name, isOpen } = dispute;
  const [, tag] = name.split(".");
  const heading = partName(name);
  const chosen = side ?? (isOpen ? undefined : sideOf(dispute));
  return (
    <section className="dispute">
      <h3>{heading}</h3>
      <div className="sides">
        {(["base", "mine", "theirs"] as const).map((which) => (
          <div key={which} className={which === chosen ? "chosen" : undefined}>
            <h4>{said[which]}</h4>
            {linesOf(dispute[which]).map((line) => (
              <p key={line} lang={tag ?? language} dir="auto">
                {line}
              </p>
            ))}
          </div>
        ))}
      </div>
      <Choice
        label={heading}
        options={[
          ["mine", said.mine],
          ["theirs", said.theirs],
        ]}
        value={chosen}
        onChange={onSide}
      />
    </section>
  );
}

function linesOf(value: Dispute["mine"]): string[] {
  if (value === undefined) return [said.absent];
  return typeof value === "object" ? Object.values(value) : [String(value)];
}
