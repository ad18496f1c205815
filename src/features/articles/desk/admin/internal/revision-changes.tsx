import type { ReactNode } from "react";
import type { FormValues } from "#features/articles/admin/form-values.ts";
import { VERSION_FIELDS } from "#features/articles/admin/version-fields.tsx";
import type { WholeRevision } from "#features/articles/desk/schema.ts";
import { pickFields, TEXT_NAMES } from "#features/articles/fields.ts";
import { RenderedContent } from "#features/documents/room/admin/rendered-content.tsx";
import { TextChanges } from "#features/documents/room/admin/text-changes.tsx";
import { inLanguage } from "#shared/language.ts";
import { differing } from "#ui/admin/edit-form/versions.ts";

/** Texts, which are compared word by word; of the other fields both values are shown. */
const TEXTS = new Set<string>([...TEXT_NAMES, "tags", "authors", "sources"]);
/** What the page shows: it is compared where it is. */
const ON_PAGE = new Set<string>(["title", "excerpt", "image_url", "content"]);

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
  /** Null for the first version, which has none before it. */
  before: WholeRevision | null;
  after: WholeRevision;
  /** Whether changes are marked; otherwise the version alone is shown. */
  isMarked: boolean;
};

/** A version as readers see it, with what changed since another one marked in it; settings that changed are below. */
export function RevisionChanges({ before, after, isMarked }: Props) {
  const right = valuesOf(after);
  const left = before && isMarked ? valuesOf(before) : right;
  const names = differing(left, right);
  const settings = before === null ? [] : names.filter((name) => !ON_PAGE.has(name));
  return (
    <div className="revision-changes space-y-5">
      {isMarked && before && names.length === 0 && <p>No differences.</p>}
      <PageOf left={left} right={right} />
      {settings.map((name) => (
        <Setting key={name} label={VERSION_FIELDS[name].label}>
          {TEXTS.has(name) ? (
            <TextChanges before={String(left[name] ?? "")} after={String(right[name] ?? "")} />
          ) : (
            <>
              <del>{VERSION_FIELDS[name].show(left) || "(empty)"}</del>{" "}
              <ins>{VERSION_FIELDS[name].show(right) || "(empty)"}</ins>
            </>
          )}
        </Setting>
      ))}
    </div>
  );
}

function PageOf({ left, right }: { left: FormValues; right: FormValues }) {
  return (
    <article aria-label="The version" className="border border-rule px-4 py-5 sm:px-6" {...inLanguage(right.language)}>
      <h3 className="headline-lg wrap-anywhere">
        <TextChanges before={left.title} after={right.title} />
      </h3>
      {(left.excerpt || right.excerpt) && (
        <p className="mt-3 font-serif text-lg leading-snug text-muted wrap-anywhere">
          <TextChanges before={left.excerpt} after={right.excerpt} />
        </p>
      )}
      <Picture left={left} right={right} />
      <div className="mt-5">
        <RenderedContent before={left.content} after={right.content} />
      </div>
    </article>
  );
}

/** The article's picture, and the one that it replaced. */
function Picture({ left, right }: { left: FormValues; right: FormValues }) {
  const picture = ({ image_url: address, image_alt: text }: FormValues) =>
    // The admin area shows no pictures of other hosts.
    address.startsWith("/") ? <img src={address} alt={text} className="max-h-80" /> : address;
  if (left.image_url === right.image_url) return right.image_url && <div className="mt-4">{picture(right)}</div>;
  return (
    <div className="mt-4 space-y-2 wrap-anywhere">
      {left.image_url && <del className="block">{picture(left)}</del>}
      {right.image_url && <ins className="block">{picture(right)}</ins>}
    </div>
  );
}

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="border-t border-rule pt-3">
      <h3 className="text-sm font-bold">{label}</h3>
      <p className="mt-1.5 text-[0.9375rem] whitespace-pre-line wrap-anywhere">{children}</p>
    </section>
  );
}
