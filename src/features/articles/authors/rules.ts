const MONTH = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", year: "numeric", month: "long" });

/** What an author holds in words: "Holds BTC since March 2025". `from` is a day in ISO 8601. */
export const holdingWords = ({ symbol, from }: { symbol: string; from: string }): string =>
  `Holds ${symbol} since ${MONTH.format(Date.parse(from))}`;
