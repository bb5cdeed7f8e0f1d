const dateAndTimes = new Intl.DateTimeFormat(navigator.languages as string[], {
  dateStyle: "medium",
  timeStyle: "short",
});

/** A time (RFC 3339) as whoever reads the page writes it, by their clock. */
export function dateAndTime(time: string): string {
  return dateAndTimes.format(new Date(time));
}
