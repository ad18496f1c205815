import { documentUrl } from "#shared/urls.ts";
import type { PageAuthor } from "../schema.ts";

/** An author's name, as a link where there is a page: one without scripts, so that the browser follows it itself. */
export function AuthorName({ author: { id, name, has_page } }: { author: PageAuthor }) {
  return id !== null && has_page ? (
    <a href={documentUrl.author(id)} className="link-quiet">
      {name}
    </a>
  ) : (
    name
  );
}

const LIST = new Intl.ListFormat("en");

/** The names of all authors, as the byline joins them. */
export function Byline({ authors }: { authors: readonly PageAuthor[] }) {
  const parts = LIST.formatToParts(authors.map((_author, at) => String(at)));
  return parts.map(({ type, value }) => {
    const author = type === "element" ? authors[Number(value)] : undefined;
    return author ? <AuthorName key={value} author={author} /> : value;
  });
}
