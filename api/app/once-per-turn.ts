/**
 * Asks at most once in a turn of the event loop. What is read in one turn had arrived before the turn asked, so each
 * caller gets what it would get by asking by itself.
 */
export function oncePerTurn<T>(ask: () => T): () => T {
  let answer: { value: T } | undefined;
  const forget = (): void => {
    answer = undefined;
  };
  return () => {
    if (!answer) {
      answer = { value: ask() };
      setImmediate(forget);
    }
    return answer.value;
  };
}
