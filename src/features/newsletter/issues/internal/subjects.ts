import { words } from "#shared/text.ts";
import { beginsNearly } from "#shared/vocabulary.ts";

/**
 * The rows whose subjects answer a query, in their order: each of its words begins one of theirs, or does so with one
 * typing error where no subject has all of them as they were typed.
 */
export function bySubject<Row extends { subject: string }>(rows: readonly Row[], query: string): Row[] {
  const asked = words(query);
  if (asked.length === 0) return [];
  const answering = (fits: (part: string, word: string) => boolean) =>
    rows.filter(({ subject }) => {
      const own = words(subject);
      return asked.every((word) => own.some((part) => fits(part, word)));
    });
  const found = answering((part, word) => part.startsWith(word));
  return found.length > 0 ? found : answering(beginsNearly);
}
