/** How long a command or a request may take until its outcome is known, in ms. */
export const decisionMs = 10_000;

/** The time by which work must be done, passed on to each of its steps. */
export interface Deadline {
  /** How much time is left, in ms; 0 once it is over. */
  timeLeftMs(): number;
}

/** A deadline that many ms from now. */
export function deadlineIn(ms = decisionMs): Deadline {
  const end = performance.now() + ms;
  return { timeLeftMs: () => Math.max(end - performance.now(), 0) };
}

export function sooner(one: Deadline, other: Deadline | undefined): Deadline {
  if (!other) return one;
  return { timeLeftMs: () => Math.min(one.timeLeftMs(), other.timeLeftMs()) };
}

/** Resolves as the work does. If the deadline comes first, rejects with the error of `late`, and the work goes on. */
export async function inTime<T>(work: Promise<T>, deadline: Deadline, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), deadline.timeLeftMs());
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
