import { markMatches } from "../rules.ts";

/** A text with the matches of the query highlighted. */
export function MarkedText({ text, query }: { text: string; query: string }) {
  let offset = 0;
  return markMatches(text, query).map((segment) => {
    const key = offset;
    offset += segment.text.length;
    return segment.match ? <mark key={key}>{segment.text}</mark> : <span key={key}>{segment.text}</span>;
  });
}
