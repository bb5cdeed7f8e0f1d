/** A minute, in ms. */
export const minuteMs = 60_000;
/** A day, in ms. */
export const dayMs = 24 * 60 * minuteMs;
