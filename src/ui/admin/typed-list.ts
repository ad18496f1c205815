/** The tags, or names, of a list as it is typed: separated by commas, those that have one in double quotes. */
export function splitList(typed: string): string[] {
  const entries: string[] = [];
  for (let at = 0; at < typed.length; ) {
    const { entry, end } = quotedAt(typed, at) ?? plainAt(typed, at);
    if (entry !== "") entries.push(entry);
    at = end + 1;
  }
  return entries;
}

type Entry = { entry: string; end: number };

function plainAt(typed: string, at: number): Entry {
  const comma = typed.indexOf(",", at);
  const end = comma === -1 ? typed.length : comma;
  return { entry: typed.slice(at, end).trim(), end };
}

/** An entry in double quotes, in which they are doubled; undefined where something else stands before the next comma. */
function quotedAt(typed: string, at: number): Entry | undefined {
  let open = at;
  while (typed[open]?.trim() === "") open += 1;
  if (typed[open] !== '"') return undefined;
  let close = typed.indexOf('"', open + 1);
  while (close !== -1 && typed[close + 1] === '"') close = typed.indexOf('"', close + 2);
  if (close === -1) return undefined;
  const rest = plainAt(typed, close + 1);
  return rest.entry === ""
    ? {
        entry: typed
          .slice(open + 1, close)
          .replaceAll('""', '"')
          .trim(),
        end: rest.end,
      }
    : undefined;
}

export const joinList = (entries: readonly string[]): string =>
  entries.map((entry) => (/,|^"/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(", ");

/** The entries of a list that was shown for editing; unchanged it stays as it is. */
export const readList = (typed: string, before: string[]): string[] =>
  typed === joinList(before) ? before : splitList(typed);
