import { useEditorApi } from "#shared/editor-api.tsx";
import { nameKey } from "#shared/text.ts";
import { articlesIn, MAX_OFFERS, MergeDialog } from "#ui/admin/records/merge-dialog.tsx";
import type { MergingProps } from "#ui/admin/records/record-screen.tsx";
import type { ListedAuthor } from "../endpoints.ts";
import { AUTHOR_FORM, authors } from "./author-form.ts";

/** The first authors whose name contains a text. */
const authorsLike = (query: string) =>
  authors.query("GET /authors", { query: { ...(query && { query }), limit: MAX_OFFERS } });

/** Asks for the author or account that an author without an account is merged into. */
export function MergeAuthorDialog({ row: author, isDeletion = false, ...rest }: MergingProps<ListedAuthor>) {
  const api = useEditorApi();
  return (
    <MergeDialog
      {...rest}
      item={author}
      noun="authors"
      title={`Merge “${author.name}” into another author or an account`}
      reason={
        isDeletion &&
        `“${author.name}” has ${articlesIn(author.count)}. Only an author without articles can be deleted: merge them instead.`
      }
      like={authorsLike}
      isNamed={({ name }, typed) => nameKey(name) === nameKey(typed)}
      hintOf={({ count, has_account }) => (has_account ? "Has an account" : articlesIn(count))}
      consequence={(into) =>
        into ? (
          <>
            All articles, drafts too, show <strong className="text-ink">{into.name}</strong> as their author
            {into.has_account && ", who may edit them as their own"}. The address of “{author.name}” redirects. This
            cannot be undone.
          </>
        ) : (
          "Their articles and address move to the author you choose."
        )
      }
      merge={(into) => AUTHOR_FORM.merge(api, author, into)}
    />
  );
}
