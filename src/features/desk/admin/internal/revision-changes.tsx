import { compareContent } from "#features/articles/admin/content-diff.ts";
import { type FormValues, NEW_VALUES } from "#features/articles/admin/form-values.ts";
import { VERSION_FIELDS } from "#features/articles/admin/version-fields.tsx";
import { pickFields } from "#features/articles/fields.ts";
import { differing } from "#ui/admin/edit-form/values.ts";
import type { WholeRevision } from "../../schema.ts";
import { type Change, contentChanges, type Run, wordChanges } from "./word-changes.ts";

/** Texts, which are compared word by word; of the other fields both values are shown. */
const TEXTS = new Set<string>(["title", "excerpt", "image_alt", "tags", "authors"]);

function valuesOf(revision: WholeRevision): FormValues {
  const { category, content, tags, authors, published_date } = revision;
  return {
    ...pickFields(revision),
    category,
    content,
    tags: tags.join(", "),
    authors: authors.join(", "),
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
                <Runs runs={wordChanges(String(left[name] ?? ""), String(right[name] ?? ""))} />
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

function ContentChanges({ before, after }: { before: string; after: string }) {
  const { mine, theirs } = compareContent(before, after);
  const changes = contentChanges(mine, theirs);
  if (changes.every((change) => "unchanged" in change)) return <p className="meta">Only its formatting has changed.</p>;
  return changes.map((change, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
    <ChangedPart key={at} change={change} />
  ));
}

function ChangedPart({ change }: { change: Change }) {
  if ("runs" in change)
    return (
      <p>
        <Runs runs={change.runs} />
      </p>
    );
  const { unchanged } = change;
  return (
    <p className="meta">{unchanged === 1 ? "One paragraph is the same." : `${unchanged} paragraphs are the same.`}</p>
  );
}

function Runs({ runs }: { runs: Run[] }) {
  return runs.map(({ text, is }, at) => {
    const Element = is === "added" ? "ins" : is === "removed" ? "del" : "span";
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
    return <Element key={at}>{text}</Element>;
  });
}
