/** The weight of a media type in an `Accept` header, from 0 to 1; undefined if the header does not name it. */
function weightOf(accept: string, type: string): number | undefined {
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return undefined;
}

/**
 * Whether a client asks for Markdown by name, and for HTML not rather. No browser does; programs often give both the
 * same weight.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes("text/markdown")) return false;
  const markdown = weightOf(accept, "text/markdown") ?? 0;
  return markdown > 0 && markdown >= (weightOf(accept, "text/html") ?? 0);
}
