/** A time in the newsroom's zone, for a line: 'Tue, Nov 24, 09:00'. */
export const endWords = (iso: string, zone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    ...({ weekday: "short", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const),
    hourCycle: "h23",
    timeZone: zone,
  }).format(Date.parse(iso));
