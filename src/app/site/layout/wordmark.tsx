import { parsePictureUrl, pictureSrcSet } from "#shared/pictures.ts";
import { Link } from "#shared/router.tsx";
import { useSite, useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";

/** The mark after the name, in thousandths of the font size. */
const MARK = { gap: 70, size: 170 };

/**
 * The publication's name, linked to the home page. It is drawn, so that it appears in its own face before any font has
 * loaded; a name with letters that the face lacks is rendered as text.
 */
export function Wordmark({ className = "", onClick }: { className?: string; onClick?: () => void }) {
  const { name, wordmark, stackedWordmark: stacked, logo, logoDark } = useSite();
  const label = useText()("{name}, home page", { name });
  if (logo)
    return (
      <Link to={pageUrl.home()} onClick={onClick} aria-label={label} className={`shrink-0 ${className}`}>
        <Logo src={logo} alt={name} className="logo-light" />
        {logoDark && <Logo src={logoDark} alt={name} className="logo-dark" />}
      </Link>
    );
  return (
    <Link to={pageUrl.home()} onClick={onClick} aria-label={label} className={`wordmark ${className}`}>
      {wordmark ? <Drawing {...wordmark} className={stacked ? "h-[1em] max-lg:hidden" : "h-[1em]"} /> : name}
      {stacked && <Drawing {...stacked} className="h-12 lg:hidden" />}
    </Link>
  );
}

/** A logo; its name is shown if it cannot be loaded. The stylesheet of the look gives it its size. */
function Logo({ src, alt, className }: { src: string; alt: string; className: string }) {
  const { width, height } = parsePictureUrl(src) ?? {};
  return (
    <picture className={className}>
      <source type="image/webp" srcSet={pictureSrcSet(src, "webp") ?? undefined} sizes="14rem" />
      <img src={src} alt={alt} width={width} height={height} className="logo" />
    </picture>
  );
}

type DrawingProps = { width: number; path: string; lines?: number; end?: number; className: string };

/** The name and its mark. Some letters reach below their line. */
function Drawing({ width, path, lines = 1, end = width, className }: DrawingProps) {
  return (
    <svg
      viewBox={`0 -770 ${Math.max(width, end + MARK.gap + MARK.size)} ${lines * 1000}`}
      fill="currentColor"
      aria-hidden="true"
      className={`max-w-full overflow-visible ${className}`}
    >
      <path d={path} />
      <rect
        x={end + MARK.gap}
        y={(lines - 1) * 1000 - MARK.size}
        width={MARK.size}
        height={MARK.size}
        className="fill-accent"
      />
    </svg>
  );
}
