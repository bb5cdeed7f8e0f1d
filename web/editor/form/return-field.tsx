import { noticeShape } from "../../../schema/notice/notice.ts";
import { wallTimeOf } from "../../../schema/time/local-time.ts";
import { ownZone } from "../../../schema/time/zones.ts";
import { judgeReturn, type Refused } from "../../../schema/words/typed-return.ts";
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
  const { kind, words, refused, date, zone } = draft.expectedReturn;
  const fault = faultAt(faults, returnPointer);
  const write = (words: string): void => {
    const standing = draft.base.notice.expectedReturn;
    const judged = judgeReturn(words, { now: now(), zone: ownZone() }, standing);
    const read = judged.kind === "time" && { understood: judged.value };
    const refusal = judged.kind === "refused" && { refused: describeRefused(judged) };
    edit((draft) => withReturn(draft, { words, ...read, ...refusal }));
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
            showsFault={showsFaults || refused !== undefined}
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
            onWords={useWords}
          />
        </>
      )}
      {kind === "time" && <TimeFields {...props} />}
    </div>
  );
}

/** Why typed words are refused, in the words of the page. */
function describeRefused({ why, ago = 0, readings = [] }: Refused): string {
  if (why === "passed") return `${said.passed(texts.duration(ago))} ${said.inFuture}`;
  return why === "skipped" || why === "twice" ? said.clocksChange(readings) : said.refused[why];
}
