import { useMemo } from "react";
import { type FormValues, hasPicture } from "#features/articles/admin/form-values.tsx";
import { missingIn as requiredErrors } from "#features/articles/rules.ts";
import type { ContentNode } from "#features/content/model.ts";
import { contentIn } from "#features/documents/room/admin/content-sides.tsx";
import type { Finding } from "#features/documents/room/admin/remote-checks.tsx";
import { CHECK_PAUSE_MS, type Checks, textLength, useTextChecks } from "#features/documents/room/admin/text-checks.ts";
import { splitList } from "#ui/admin/chips-field.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import type { ArticleForm } from "../article-type.tsx";

/** From this many characters on, titles are set in smaller type, and search engines cut them. */
export const LONG_TITLE = 90;
/** Articles shorter than this are only started: no checks yet. In characters of text. */
const MIN_TEXT_LENGTH = 280;

type Article = {
  values: Pick<FormValues, "title" | "excerpt" | "image_url" | "image_alt">;
  /** A chosen picture that is not uploaded yet. */
  file: File | null;
  content: readonly ContentNode[];
};

/** Suggestions for the fields of an article. Those for its text are the same for all types. */
export function checkFields({ values, file, content }: Article): Finding[] {
  const findings: Finding[] = [];
  const find = (words: string, field: string) => findings.push({ words, place: { field } });
  const length = [...values.title.trim()].length;
  if (length > LONG_TITLE) find(`The title has ${length} characters: search engines cut it`, "title");
  const isBegun = textLength(content) >= MIN_TEXT_LENGTH;
  if (isBegun && values.excerpt.trim() === "") find("There is no excerpt: lists show only the title", "excerpt");
  if ((file !== null || values.image_url.trim() !== "") && values.image_alt.trim() === "")
    find("The article image has no alternative text", "image_alt");
  return findings;
}

/** The missing fields without which an article can't be published. */
export const requiredOf = (values: Pick<FormValues, "title" | "category">): Finding[] =>
  Object.keys(requiredErrors(values)).map((field) => ({ words: `No ${field}`, place: { field } }));

/** What an article lacks, most important first. Nothing of it prevents publishing. */
export function missingIn({ values, file }: { values: FormValues; file: File | null }): Finding[] {
  const hasMain = file !== null || values.image_url.trim() !== "";
  const checks: [isMissing: boolean, field: string, words: string][] = [
    [!hasPicture({ values, file }), "image_url", "No picture: lists and social cards show a placeholder"],
    [hasMain && values.image_alt.trim() === "", "image_alt", "The main image has no alternative text"],
    [values.excerpt.trim() === "", "excerpt", "No excerpt: lists show only the title"],
    [splitList(values.tags).length === 0, "tags", "No tags"],
  ];
  return checks.flatMap(([isMissing, field, words]) => (isMissing ? [{ words, place: { field } }] : []));
}

/** The checks while an article is written. */
export function useQuietChecks(
  { values, file, change }: Pick<ArticleForm, "values" | "file" | "change">,
  onReplace: (address: string, url: string | null) => void,
): Checks {
  const hasNewsroom = useHasNewsroom();
  const settled = useSettled(values, CHECK_PAUSE_MS);
  const setOwn = (address: string, url: string): boolean => {
    const isOwn = values.image_url === address;
    if (isOwn) change({ image_url: url });
    return isOwn;
  };
  const html = hasNewsroom ? settled.content : "";
  const content = useMemo(() => contentIn(html), [html]);
  const { findings, input } = useTextChecks({
    content,
    image: hasNewsroom ? settled.image_url : "",
    onReplace(address, url) {
      onReplace(address, url);
      setOwn(address, url ?? "");
    },
    onCopied: ({ address, url }) => setOwn(address, url),
  });
  const own = useMemo(() => checkFields({ values: settled, file, content }), [settled, file, content]);
  return { findings: [...own, ...findings], input };
}
