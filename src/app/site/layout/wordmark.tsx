import { Link } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";

/** The mark after the name, in thousandths of the font size. */
const MARK = { gap: 70, size: 170 };

/**
 * The publication's name, linked to the home page. It is drawn, so that it appears in its own face before any font has
 * loaded; a name with letters that the face lacks is rendered as text.
 */
export function Wordmark({ className = "", onClick }: { className?: string; onClick?: () => void }) {
  const { name, wordmark } = useSite();
  return (
    <Link to={pageUrl.home()} onClick={onClick} aria-label={`${name}, home page`} className={`wordmark ${className}`}>
      {wordmark ? (
        <svg
          viewBox={`0 -770 ${wordmark.width + MARK.gap + MARK.size} 1000`}
          fill="currentColor"
          aria-hidden="true"
          className="h-[1em] max-w-full"
        >
          <path d={wordmark.path} />
          <rect
            x={wordmark.width + MARK.gap}
            y={-MARK.size}
            width={MARK.size}
            height={MARK.size}
            className="fill-accent"
          />
        </svg>
      ) : (
        name
      )}
    </Link>
  );
}
