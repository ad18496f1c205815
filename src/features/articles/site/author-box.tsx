import { AuthorLinks } from "#features/identity/accounts/site/author-links.tsx";
import { Picture } from "#ui/picture.tsx";
import type { PageAuthor } from "../schema.ts";
import { AuthorName } from "./author-name.tsx";

/** Who wrote the article; nothing of an author who says nothing. */
export function AuthorBox({ author }: { author: PageAuthor }) {
  if (!author.bio && author.links.length === 0) return null;
  const about = `About ${author.name}`;
  return (
    <section aria-label={about} className="ruled flex gap-5 pt-6 large-text:flex-col">
      {author.image_url && (
        <Picture
          src={author.image_url}
          alt=""
          sizes="80px"
          ratio="1/1"
          className="size-16 shrink-0 self-start rounded-full sm:size-20"
        />
      )}
      <div>
        <h2 className="headline-sm">
          About <AuthorName author={author} />
        </h2>
        {author.bio && <p className="mt-2 text-[0.9375rem] leading-relaxed text-pretty text-muted">{author.bio}</p>}
        <AuthorLinks name={author.name} links={author.links} />
      </div>
    </section>
  );
}
