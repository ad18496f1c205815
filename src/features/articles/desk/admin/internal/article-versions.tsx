import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  namedRevisionsOf,
  nameRevision,
  oneRevision,
  readNewest,
  restoreRevision,
  revisionCalls,
  revisionsOf,
} from "#features/articles/admin/calls.ts";
import { type FormValues, VERSION_FIELDS } from "#features/articles/admin/form-values.tsx";
import type { WholeRevision } from "#features/articles/desk/schema.ts";
import { pickFields, TEXT_NAMES } from "#features/articles/fields.ts";
import { type Versions, VersionsDialog } from "#features/documents/history/admin/versions-dialog.tsx";
import { RenderedContent, TextChanges } from "#features/documents/room/admin/content-sides.tsx";
import { useRestoreVersion } from "#features/documents/room/admin/document-actions.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { inLanguage } from "#shared/language.ts";
import { differing } from "#ui/admin/session/session.ts";
import type { ArticleForm } from "../article-type.tsx";

/** Texts, which are compared word by word; other fields show both values. */
const TEXTS = new Set<string>([...TEXT_NAMES, "tags", "authors", "sources"]);
/** Fields compared in place on the page. */
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
  /** Null for the first version. */
  before: WholeRevision | null;
  after: WholeRevision;
  /** Whether changes are marked; otherwise only the version is shown. */
  isMarked: boolean;
};

/** A version as readers see it, with the changes since another one marked, and changed settings below. */
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

export function ArticleVersions({ id, form, onClose }: { id: number; form: ArticleForm; onClose: () => void }) {
  return <VersionsDialog of={useArticleVersions(id, form, onClose)} onClose={onClose} />;
}

/** The versions of an article; restoring one closes their dialog. */
function useArticleVersions(id: number, form: ArticleForm, onClose: () => void): Versions<WholeRevision> {
  const api = useEditorApi();
  const client = useQueryClient();
  return {
    list: revisionsOf(id),
    named: namedRevisionsOf(id),
    one: (n) => oneRevision(id, n),
    name: async (n, note) => {
      await nameRevision(api, id, n, note);
      await client.invalidateQueries(revisionCalls(id));
    },
    Changes: RevisionChanges,
    restoring: useRestoreVersion(
      form,
      async (before, n) => {
        await restoreRevision(api, before, n);
        return readNewest(api, id);
      },
      () => {
        onClose();
        void client.invalidateQueries(revisionCalls(id));
      },
    ),
    // An autosaved version belongs to the working copy. Without a working copy, it was discarded.
    isDiscarded: ({ is_autosave }) => is_autosave && form.base?.saved === undefined,
  };
}
