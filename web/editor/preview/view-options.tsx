import { schemes } from "../../../schema/brand/schemes.ts";
import { Choice, Select } from "../controls/field.tsx";
import { languageName, pageLanguages } from "../language.ts";
import { texts } from "../texts.ts";
import { type Device, devices, type View, viewPhases } from "./view.ts";

const said = texts.preview;

/** For whom and when the page is shown. */
export function ViewOptions({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <div className="preview-options">
      <Select
        label={said.language}
        options={pageLanguages.map((tag) => [tag, languageName(tag)] as const)}
        value={view.language}
        onChange={(language) => onView({ ...view, language })}
      />
      <Select
        label={said.phase}
        options={viewPhases.map((phase) => [phase, said.phases[phase]] as const)}
        value={view.phase}
        onChange={(phase) => onView({ ...view, phase })}
      />
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
