import { type FormValues, NEW_VALUES } from "#features/articles/admin/form-values.ts";
import { VERSION_FIELDS } from "#features/articles/admin/version-fields.tsx";
import { pickFields, TEXT_NAMES } from "#features/articles/fields.ts";
import { differing } from "#ui/admin/edit-form/values.ts";
import type { WholeRevision } from "../../schema.ts";
import { ContentChanges, TextChanges } from "../text-changes.tsx";

/** Texts, which are compared word by word; of the other fields both values are shown. */
const TEXTS = new Set<string>([...TEXT_NAMES, "tags", "authors", "sources"]);

function valuesOf(revision: WholeRevision): FormValues {
  const { category, content, tags, authors, sources, published_date } = revision;
  return {
    ...pickFields(revision),
    category,
    content,
    tags: tags.join(", "),
    authors: authors.join(", "),
    sources: sources.join("\n"),
    published_date,
  };
}

type Props = {
  /** Null for the first version, which is all new. */
  before: WholeRevision | null;
  after: WholeRevision;
};

/** What changed from one version to another. */
export function RevisionChanges({ before, after }: Props) {
  const left = before ? valuesOf(before) : NEW_VALUES;
  const right = valuesOf(after);
  const names = differing(left, right);
  if (names.length === 0) return <p>Both versions say the same.</p>;
  return (
    <div className="revision-changes space-y-5">
      {names.map((name) => (
        <section key={name} aria-label={VERSION_FIELDS[name].label} className="border-t border-rule pt-3">
          <h3 className="text-sm font-bold">{VERSION_FIELDS[name].label}</h3>
          <div className="mt-1.5 space-y-3 text-[0.9375rem] whitespace-pre-line wrap-anywhere">
            {name === "content" ? (
              <ContentChanges before={left.content} after={right.content} />
            ) : TEXTS.has(name) ? (
              <p>
                <TextChanges before={String(left[name] ?? "")} after={String(right[name] ?? "")} />
              </p>
            ) : (
              <p>
                <del>{VERSION_FIELDS[name].show(left) || "(empty)"}</del>{" "}
                <ins>{VERSION_FIELDS[name].show(right) || "(empty)"}</ins>
              </p>
            )}
          </div>
        </section>
      ))}
    </div>
  );
}
