import { fold } from "#shared/text.ts";
import { offsetWords, zoneWords } from "#shared/zoned-time.ts";
import type { Option } from "#ui/admin/select.tsx";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { isTimeZone } from "../../rules.ts";

/** Zones offered at once: a few letters leave fewer. */
const MAX_OFFERED = 60;

/** `UTC` is missing where `Intl` lists only places. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const KEYS = new Map(ZONES.map((zone) => [zone, fold(zone.replaceAll("_", " "))]));

/** The zones whose name has a part that begins with what was typed, then those that only contain it. */
export function zonesLike(typed: string): string[] {
  const wanted = fold(typed.trim().replaceAll("_", " "));
  const begins = (key: string) => key.split("/").some((part) => part.startsWith(wanted)) || key.startsWith(wanted);
  const found = ZONES.filter((zone) => KEYS.get(zone)?.includes(wanted));
  const isFirst = (zone: string) => begins(KEYS.get(zone) ?? "");
  return [...found.filter(isFirst), ...found.filter((zone) => !isFirst(zone))].slice(0, MAX_OFFERED);
}

function offersFor(typed: string): Option[] {
  const now = Date.now();
  return zonesLike(typed).map((zone) => ({
    value: zone,
    label: zone.replaceAll("_", " "),
    hint: offsetWords(zone, now),
  }));
}

const CLOCK = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** What the zone is like, so that a wrong one is noticed. */
function hintOf(zone: string): string {
  if (!isTimeZone(zone)) return "Type a city or a region, and choose from the list.";
  const now = Date.now();
  const clock = new Intl.DateTimeFormat("en-US", { ...CLOCK, timeZone: zone }).format(now);
  return `${zoneWords(zone, now)}: it is ${clock} there now. Publication times are shown and taken in this zone.`;
}

type Props = { value: string; error: string | undefined; onChange: (zone: string) => void };

/** The time zone, by its IANA name: searched by any part of it. */
export function ZoneField({ value, error, onChange }: Props) {
  return (
    <SuggestField
      label="Time zone"
      name="time_zone"
      aria-required
      spellCheck={false}
      autoCapitalize="none"
      value={value}
      error={error}
      hint={hintOf(value.trim())}
      offersFor={offersFor}
      onChange={onChange}
    />
  );
}
