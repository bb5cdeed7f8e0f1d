import { useId } from "react";
import { partName } from "../difference/part-name.ts";
import { valueText } from "../difference/value-text.ts";
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
  const id = useId();
  const words = (which: "base" | Side) =>
    linesOf(name, dispute[which]).map((line) => (
      <span key={line} lang={tag ?? language} dir="auto">
        {line}
      </span>
    ));
  // What they alone have changed is no words of mine: the choice is what there was before.
  const isMine = sideOf(dispute) === "mine";
  const chosen = side ?? (isOpen ? undefined : sideOf(dispute));
  return (
    <fieldset className="dispute">
      <legend>{heading}</legend>
      <div className="sides">
        {isMine && (
          <div>
            <strong>{said.base}</strong>
            {words("base")}
          </div>
        )}
        {(["mine", "theirs"] as const).map((which) => (
          <label key={which}>
            <input type="radio" name={id} checked={which === chosen} onChange={() => onSide(which)} />
            <strong>{said[which === "mine" && !isMine ? "base" : which]}</strong>
            {words(which)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function linesOf(name: string, value: Dispute["mine"]): string[] {
  if (value === undefined) return [said.absent];
  return typeof value === "object" ? Object.values(value) : [valueText(name, value)];
}
