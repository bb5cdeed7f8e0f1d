/** How long a command or a request may take until its outcome is decided, in ms. */
export const decisionMs = 10_000;

/** A time by which something is to be done, handed down to each of its steps. */
export interface Deadline {
  /** How much time is left, in ms; 0 once it is over. */
  timeLeftMs(): number;
}

/** The deadline so many ms from now. */
export function deadlineIn(ms = decisionMs): Deadline {
  const end = performance.now() + ms;
  return { timeLeftMs: () => Math.max(end - performance.now(), 0) };
}

/** A deadline that whoever holds it may put off, also for those whom it was handed down to. */
export interface MovableDeadline extends Deadline {
  /** From now on it is so many ms from now. */
  moveTo(ms: number): void;
}

/** A deadline that is this one until it is moved. */
export function movable(deadline: Deadline): MovableDeadline {
  let until = deadline;
  return {
    timeLeftMs: () => until.timeLeftMs(),
    moveTo(ms) {
      until = deadlineIn(ms);
    },
  };
}

/** The earlier of two deadlines. */
export function sooner(one: Deadline, other: Deadline | undefined): Deadline {
  if (!other) return one;
  return { timeLeftMs: () => Math.min(one.timeLeftMs(), other.timeLeftMs()) };
}

/**
 * Resolves as the work does or, if the deadline comes first, rejects with what `late` makes; the work goes on alone.
 */
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
