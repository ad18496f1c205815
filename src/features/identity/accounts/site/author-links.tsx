import type { Link } from "#shared/fields/fields.ts";
import { useText } from "#shared/site-context.tsx";

type Props = {
  /** The author's name. */
  name: string;
  links: readonly Link[];
};

/** Renders nothing if there are no links. */
export function AuthorLinks({ name, links }: Props) {
  const t = useText();
  if (links.length === 0) return null;
  return (
    <ul aria-label={t("{name} elsewhere", { name })} className="mt-2 flex flex-wrap gap-x-5 text-[0.9375rem]">
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
