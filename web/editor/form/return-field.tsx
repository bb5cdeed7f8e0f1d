import { noticeShape } from "../../../schema/notice/notice.ts";
import { wallTimeOf } from "../../../schema/time/local-time.ts";
import { understandReturn } from "../../../schema/words/typed-return/understand-return.ts";
import { Choice } from "../controls/choice.tsx";
import { Field } from "../controls/field.tsx";
import { focusField } from "../controls/focus.ts";
import { OneLine } from "../controls/one-line.tsx";
import type { DraftReturn } from "../draft/draft.ts";
import { withReturn } from "../draft/edit.ts";
import { texts } from "../texts.ts";
import { type FormState, faultAt } from "./form-state.ts";
import { returnPointer, TimeFields } from "./time-fields.tsx";
import { WordsRemark } from "./words-remark.tsx";

const { maxLength } = noticeShape.properties.expectedReturn;
const said = texts.expectedReturn;
const kinds = [
  ["none", said.none],
  ["time", said.time],
  ["words", said.words],
] as const;

/** When visitors may expect the app: not said, a time, or words. What is not chosen is kept while the page is open. */
export function ReturnField(props: FormState & { now: () => number }) {
  const { draft, faults, showsFaults, edit, now } = props;
  const { kind, words, date, zone } = draft.expectedReturn;
  const useTime = (exact: string): void => {
    const shown = wallTimeOf(Date.parse(exact), zone);
    edit((draft) => withReturn(draft, { kind: "time", exact, ...shown }));
    focusField(returnPointer);
  };
  const write = (words: string): void => {
    const understood = understandReturn(words, { now: now(), zone });
    const time = understood.kind === "time" && { understood: understood.time };
    edit((draft) => withReturn(draft, { words, ...time }));
  };
  const choose = (kind: DraftReturn["kind"]): void => {
    const today = kind === "time" && date === "" ? { date: wallTimeOf(now(), zone).date } : {};
    edit((draft) => withReturn(draft, { kind, ...today }));
  };
  return (
    <div className="return">
      <Choice label={texts.name.expectedReturn ?? ""} options={kinds} value={kind} onChange={choose} />
      {kind === "words" && (
        <>
          <Field
            label={said.words}
            pointer={returnPointer}
            rule={said.rule}
            fault={faultAt(faults, returnPointer)}
            showsFault={showsFaults}
            value={words}
            max={maxLength}
          >
            {(attributes) => (
              <OneLine {...attributes} value={words} onWrite={write} lang={draft.language} dir="auto" />
            )}
          </Field>
          <WordsRemark {...draft.expectedReturn} now={now()} onTime={useTime} />
        </>
      )}
      {kind === "time" && <TimeFields {...props} />}
    </div>
  );
}
