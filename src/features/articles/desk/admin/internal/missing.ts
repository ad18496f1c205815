import type { FormValues } from "#features/articles/admin/form-values.ts";
import { missingIn as requiredErrors } from "#features/articles/rules.ts";
import type { Finding } from "#features/documents/room/admin/remote-findings.ts";
import type { Work } from "#ui/admin/edit-form/values.ts";
import { splitList } from "#ui/admin/typed-list.ts";

/** The fields that an article must have before it can be published, and lacks. */
export const requiredOf = (values: Pick<FormValues, "title" | "category">): Finding[] =>
  Object.keys(requiredErrors(values)).map((field) => ({ words: `No ${field}`, place: { field } }));

/** What an article still lacks, in the order of importance. Nothing of it keeps it from being published. */
export function missingIn({ values, file }: Work<FormValues>): Finding[] {
  const hasPicture = file !== null || values.image_url.trim() !== "";
  const checks: [isMissing: boolean, field: string, words: string][] = [
    [!hasPicture, "image_url", "No picture: lists and social cards show a placeholder"],
    [hasPicture && values.image_alt.trim() === "", "image_alt", "The main image has no alternative text"],
    [values.excerpt.trim() === "", "excerpt", "No excerpt: lists show only the title"],
    [splitList(values.tags).length === 0, "tags", "No tags"],
  ];
  return checks.flatMap(([isMissing, field, words]) => (isMissing ? [{ words, place: { field } }] : []));
}
