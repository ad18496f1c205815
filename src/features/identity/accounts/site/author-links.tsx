import type { ProfileLink } from "../endpoints.ts";

type Props = {
  /** Whose they are. */
  name: string;
  links: readonly ProfileLink[];
};

/** Where else an author can be found; nothing where there is nothing. */
export function AuthorLinks({ name, links }: Props) {
  if (links.length === 0) return null;
  return (
    <ul aria-label={`${name} elsewhere`} className="mt-2 flex flex-wrap gap-x-5 text-[0.9375rem]">
      {links.map(({ label, url }) => (
        <li key={url}>
          <a
            href={url}
            rel="me nofollow noopener"
            className="tap inline-flex items-center font-semibold underline underline-offset-4 wrap-anywhere hover:text-accent"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
