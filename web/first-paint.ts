import { type PageData, pageDataId } from "./live/page-data.ts";
import { writeRows } from "./page/first-rows.ts";
import { daysAhead, timeRows } from "./page/time.ts";

// This script is inline, so that the first paint shows a time in the visitor's zone.
const { expectedReturn, locale }: PageData["view"] = JSON.parse(
  document.getElementById(pageDataId)?.textContent ?? "",
).view;
if (expectedReturn?.dateTime) {
  const { dateTime, distance } = expectedReturn;
  const time = new Date(dateTime);
  // If the visitor's clock is wrong, the first answered poll corrects the day.
  writeRows(timeRows(time, distance, locale, navigator.languages, undefined, daysAhead(time, Date.now())));
}
