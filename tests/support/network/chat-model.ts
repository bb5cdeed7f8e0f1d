import { json, type Recorded, type Reply, say } from "./recorder.ts";

/** What a chat model was asked, as far as it is there. */
export interface Question {
  system: string;
  /** The object in the message of the user. */
  given: Record<string, string>;
  /** The tag of the language that is asked for: `de`. */
  to: string;
  /** Whether it was told that its reply could not be used. */
  isRepair: boolean;
}

/** Replies like a chat model's deployment, with a content of one's own; a recording has always the same words. */
export function chatModel(
  content: (question: Question, number: number) => unknown,
  transcript = "moving db, back at 21:00",
): Reply {
  return (response, request, number) => {
    if (request.path.endsWith("/audio/transcriptions")) {
      json(response, 200, { task: "transcribe", language: "english", duration: 3.5, text: transcript });
      return;
    }
    say(response, content(questionIn(request), number));
  };
}

/** What is asked in a request. */
export function questionIn({ body }: Recorded): Question {
  const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] };
  const [system = "", given = "{}"] = messages.map(({ content }) => content);
  const [, to = ""] = /(?:into|Write in) [^()]*\(([\w-]+)\)/.exec(system) ?? [];
  return { system, given: JSON.parse(given), to, isRepair: messages.length > 2 };
}

/** Translates by writing the language before each text, which is nothing to object to where it has letters enough. */
export const translating = ({ given, to }: Question): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, `${translations[to] ?? to} ${text}`]),
  );

const translations: Record<string, string> = { de: "Auf Deutsch:", fr: "En français :", it: "In italiano:" };
