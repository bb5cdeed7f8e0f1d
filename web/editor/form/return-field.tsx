import { noticeShape } from "../../../schema/notice/notice.ts";
import { wallTimeOf } from "../../../schema/time/local-time.ts";
import { type Understood, understandReturn } from "../../../schema/words/typed-return/understand-return.ts";
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

/** The expected return: none, a time, or words. What is not chosen is kept while the page is open. */
export function ReturnField(props: FormState & { now: () => number }) {
  const { draft, faults, showsFaults, edit, now } = props;
  const { kind, words, meant, date, zone } = draft.expectedReturn;
  const fault = faultAt(faults, returnPointer);
  const useTime = (exact: string): void => {
    const shown = wallTimeOf(Date.parse(exact), zone);
    edit((draft) => withReturn(draft, { kind: "time", exact, ...shown }));
    focusField(returnPointer);
  };
  const write = (words: string): void => {
    const read = understandReturn(words, { now: now(), zone });
    edit((draft) => withReturn(draft, { words, ...readingOf(read) }));
  };
  const useWords = (): void => {
    edit((draft) => withReturn(draft, { words }));
    focusField(returnPointer);
  };
  const choose = (kind: DraftReturn["kind"]): void => {
    const today = kind === "time" && date === "" ? { date: wallTimeOf(now(), zone).date } : {};
    edit((draft) => withReturn(draft, { kind, ...today }));
  };
  return (
    <div className="return">
      <Choice label={texts.name.expectedReturn} options={kinds} value={kind} onChange={choose} />
      {kind === "words" && (
        <>
          <Field
            label={said.words}
            pointer={returnPointer}
            rule={said.rule}
            fault={fault}
            showsFault={showsFaults || meant !== undefined}
            value={words}
            max={maxLength}
          >
            {(attributes) => (
              <OneLine {...attributes} value={words} onWrite={write} lang={draft.language} dir="auto" />
            )}
          </Field>
          <WordsRemark
            {...draft.expectedReturn}
            isFaulty={fault !== undefined}
            now={now()}
            onTime={useTime}
            onWords={useWords}
          />
        </>
      )}
      {kind === "time" && <TimeFields {...props} />}
    </div>
  );
}

/** How a draft records typed words that are only a time. */
function readingOf(read: Understood): Pick<DraftReturn, "understood" | "meant"> {
  if (read.kind === "time") return { understood: read.time };
  // Another check refuses impossible times.
  return read.kind === "refused" && read.why !== "impossible" ? { meant: read.meant ?? "" } : {};
}
