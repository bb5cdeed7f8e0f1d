import { type PageData, pageDataId } from "./live/page-data.ts";
import { writeRows } from "./page/time/first-rows.ts";
import { timeRows } from "./page/time/time-rows.ts";

// This script is inline, so that the first paint shows a time in the visitor's zone.
const { expectedReturn, locale }: PageData["view"] = JSON.parse(
  document.getElementById(pageDataId)?.textContent ?? "",
).view;
if (expectedReturn?.dateTime) {
  const { dateTime, distance } = expectedReturn;
  writeRows(timeRows(new Date(dateTime), distance, locale, navigator.languages));
}
