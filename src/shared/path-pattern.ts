/**
 * The decoded parameters of a path that matches a pattern (`:name` matches one segment, a last `:name?` also none), both
 * given as segments; null if it does not match. A parameter is never empty.
 */
export function matchSegments(pattern: string[], path: string[]): Record<string, string> | null {
  const last = pattern.at(-1) ?? "";
  if (last.endsWith("?")) {
    const required = pattern.slice(0, -1);
    return matchSegments(path.length < pattern.length ? required : [...required, last.slice(0, -1)], path);
  }
  if (pattern.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of pattern.entries()) {
    const given = path[place] ?? "";
    if (!part.startsWith(":")) {
      if (part !== given) return null;
    } else if (given === "") return null;
    else params[part.slice(1)] = decode(given);
  }
  return params;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Invalid encoding names nothing: the lookup will fail.
    return value;
  }
}
