import { useMemo } from "react";
import { type FormValues, hasPicture } from "#features/articles/admin/form-values.tsx";
import { missingIn as requiredErrors } from "#features/articles/rules.ts";
import type { ContentNode } from "#features/content/model.ts";
import { contentIn } from "#features/documents/room/admin/content-sides.tsx";
import type { Finding } from "#features/documents/room/admin/remote-checks.tsx";
import { useLead } from "#features/documents/room/admin/style-checks.ts";
import { CHECK_PAUSE_MS, type Checks, textLength, useTextChecks } from "#features/documents/room/admin/text-checks.ts";
import { useHouseStyle } from "#features/settings/calls.ts";
import { DEFAULT_STYLE, type HouseStyle } from "#features/settings/house/rules.ts";
import { splitList } from "#ui/admin/chips-field.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import type { ArticleForm } from "../article-type.tsx";

/** From this many characters on, titles are set in smaller type, and search engines cut them. */
export const LONG_TITLE = 90;
/** Articles shorter than this are only started: no checks yet. In characters of text. */
const MIN_TEXT_LENGTH = 280;

/** Suggestions for the fields of an article. Those for its text are the same for all types. */
export function checkFields(
  { title, excerpt }: Pick<FormValues, "title" | "excerpt">,
  content: readonly ContentNode[],
  { title_from: from, title_to: to }: HouseStyle = DEFAULT_STYLE,
): Finding[] {
  const findings: Finding[] = [];
  const find = (words: string, field: string) => findings.push({ words, place: { field } });
  const length = [...title.trim()].length;
  if (to > 0 && length > to) {
    const why = to === LONG_TITLE ? "search engines cut it" : `at most ${to} are wanted`;
    find(`The title has ${length} characters: ${why}`, "title");
  }
  if (length > 0 && length < from) find(`The title has ${length} characters: at least ${from} are wanted`, "title");
  const isBegun = textLength(content) >= MIN_TEXT_LENGTH;
  if (isBegun && excerpt.trim() === "") find("There is no excerpt: lists show only the title", "excerpt");
  return findings;
}

/** The fields without which an article can't be published. */
export const requiredOf = (values: Pick<FormValues, "title" | "category">): Finding[] =>
  Object.keys(requiredErrors(values)).map((field) => ({ words: `No ${field}`, place: { field } }));

/** The fields that an article lacks, most important first. Nothing of it prevents publishing. */
export function missingIn({ values, file }: { values: FormValues; file: File | null }): Finding[] {
  const checks: [isMissing: boolean, field: string, words: string][] = [
    [!hasPicture({ values, file }), "image_url", "No picture: lists and social cards show a placeholder"],
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
  const style = useHouseStyle();
  const { title, excerpt, image_alt } = settled;
  const image_url = hasNewsroom ? settled.image_url : "";
  const lead = useLead(image_url);
  const headlines = useMemo(() => ({ title, excerpt }), [title, excerpt]);
  const own = useMemo(() => ({ image_url, image_alt, file, lead }), [image_url, image_alt, file, lead]);
  // Once per pause: the room renders with every keystroke.
  const found = useMemo(() => checkFields(headlines, content, style), [headlines, content, style]);
  const { findings, ...checks } = useTextChecks({
    content,
    headlines,
    language: settled.language,
    own,
    rewrite: (field, write) => {
      const name = field === "title" ? "title" : "excerpt";
      change({ [name]: write(values[name]) });
    },
    onReplace(address, url) {
      onReplace(address, url);
      setOwn(address, url ?? "");
    },
    onCopied: ({ address, url }) => setOwn(address, url),
  });
  return { ...checks, findings: [...found, ...findings] };
}
