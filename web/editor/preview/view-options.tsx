import { useId } from "react";
import { schemes } from "../../../schema/brand/schemes.ts";
import { Choice } from "../controls/choice.tsx";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";
import { type Device, devices, type View, viewPhases } from "./view.ts";

const said = texts.preview;

/** For whom and when the page is shown. */
export function ViewOptions({ view, onView }: { view: View; onView: (view: View) => void }) {
  const id = useId();
  return (
    <div className="preview-options">
      <div className="field">
        <label htmlFor={id}>{said.language}</label>
        <select
          id={id}
          value={view.language}
          onChange={({ target }) => onView({ ...view, language: target.value as View["language"] })}
        >
          {pageLanguages.map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-phase`}>{said.phase}</label>
        <select
          id={`${id}-phase`}
          value={view.phase}
          onChange={({ target }) => onView({ ...view, phase: target.value as View["phase"] })}
        >
          {viewPhases.map((phase) => (
            <option key={phase} value={phase}>
              {said.phases[phase]}
            </option>
          ))}
        </select>
      </div>
      <Choice
        label={said.scheme}
        options={schemes.map((scheme) => [scheme, said.schemes[scheme]] as const)}
        value={view.scheme}
        onChange={(scheme) => onView({ ...view, scheme })}
      />
      <Choice
        label={said.device}
        options={(Object.keys(devices) as Device[]).map((device) => [device, said.devices[device]] as const)}
        value={view.device}
        onChange={(device) => onView({ ...view, device })}
      />
    </div>
  );
}
