/** A minute, in ms. */
export const minuteMs = 60_000;
