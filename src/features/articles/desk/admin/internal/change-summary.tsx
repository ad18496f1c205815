import { useQuery } from "@tanstack/react-query";
import { readArticle } from "#features/articles/admin/calls.ts";
import { type FormValues, valuesOf } from "#features/articles/admin/form-values.ts";
import { VERSION_FIELDS } from "#features/articles/admin/version-fields.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { textLength } from "#shared/text.ts";
import { splitList } from "#ui/admin/typed-list.ts";
import type { ArticleForm } from "../article-type.ts";

/** What readers do not see of an article, or what the dialog itself asks for. */
const LEFT_OUT: ReadonlySet<string> = new Set(["sources", "status", "published_date"]);

const counted = (count: number, noun: string) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

const BLOCK_END = /^(?:\/(?:p|h[1-6]|li|td|th|figcaption|blockquote|pre|summary|div)|br)\b/;

/** The words of a text, closely enough to say by how much it changes. */
function wordCount(html: string): number {
  const [before = "", ...tags] = html.split("<");
  const texts = tags.map((tag) => `${BLOCK_END.test(tag) ? " " : ""}${tag.slice(tag.indexOf(">") + 1)}`);
  const { words, ideographs } = textLength([before, ...texts].join(""));
  return words + ideographs;
}

/** The fields in which readers' text changes, by their labels; of the content, by how much it grows or shrinks. */
export function changedFields(before: FormValues, after: FormValues): string[] {
  const names = Object.keys(VERSION_FIELDS) as (keyof FormValues)[];
  const changed = names.filter((name) => !LEFT_OUT.has(name) && before[name] !== after[name]);
  return changed.map((name) => {
    const { label } = VERSION_FIELDS[name];
    if (name !== "content") return label;
    const by = wordCount(after.content) - wordCount(before.content);
    return by === 0 ? label : `${label} (${by > 0 ? "+" : "−"}${counted(Math.abs(by), "word")})`;
  });
}

/** What readers get for the first time, in a sentence. */
export function newSummary({ category, authors, content }: FormValues, hasPicture: boolean): string {
  const by = splitList(authors).join(", ");
  const parts = [
    counted(wordCount(content), "word"),
    category.trim() && `in ${category.trim()}`,
    by && `by ${by}`,
    hasPicture ? "with a picture" : "without a picture",
  ];
  return `${parts.filter(Boolean).join(" ")}.`;
}

type Props = { form: ArticleForm; isUpdate: boolean };

/** What readers get: the fields that an update changes, or a new article in a sentence. */
export function ChangeSummary({ form, isUpdate }: Props) {
  const { values, file } = form.current();
  if (isUpdate && form.base) return <UpdateSummary id={form.base.id} values={values} />;
  const hasPicture = file !== null || values.image_url.trim() !== "";
  return <p className="text-[0.9375rem] text-muted wrap-anywhere">{newSummary(values, hasPicture)}</p>;
}

function UpdateSummary({ id, values }: { id: number; values: FormValues }) {
  const api = useEditorApi();
  const { data } = useQuery({
    queryKey: ["published", id],
    queryFn: ({ signal }) => readArticle(api, id, signal),
    gcTime: 0,
    // The dialog works without it.
    retry: false,
  });
  if (!data) return null;
  const changed = changedFields(valuesOf(data.row), values);
  return (
    <p className="text-[0.9375rem] text-muted wrap-anywhere">
      {changed.length === 0 ? "Nothing that readers see has changed." : `Changes: ${changed.join(", ")}.`}
    </p>
  );
}
