const CARD = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", year: "numeric", month: "long", day: "2-digit" });
const FULL = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "full" });
const RELATIVE = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });
const UNITS = [
  ["year", 31_556_952],
  ["month", 2_629_746],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

export const cardDate = (iso) => CARD.format(new Date(iso));
export const fullDate = (time) => FULL.format(time);

/** How long ago in whole units; `now` in epoch milliseconds. */
export function relativeDate(iso, now) {
  const seconds = (now - Date.parse(iso)) / 1000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? RELATIVE.format(-Math.floor(seconds / unit[1]), unit[0]) : "just now";
}
