import type { ReactNode } from "react";
import { genreLabel } from "#shared/genres.ts";
import { Link } from "#shared/router.tsx";
import { useText } from "#shared/site-context.tsx";

const MARK = "kicker me-1 px-1.5 py-px";

/** The genre and breaking news next to a category label; nothing for other articles. */
export function StoryMarks({ of: { genre, is_breaking } }: { of: { genre?: string; is_breaking?: boolean } }) {
  const t = useText();
  const label = genreLabel(genre);
  return (
    <>
      {label && (
        <>
          <span
            data-paid={genre === "sponsored" || undefined}
            className={`${genre === "sponsored" ? `${MARK} border border-ink` : "kicker me-1"} text-ink`}
          >
            {t(label)}
          </span>{" "}
        </>
      )}
      {is_breaking && (
        <>
          <span className={`${MARK} bg-accent text-paper`}>{t("Breaking")}</span>{" "}
        </>
      )}
    </>
  );
}

/** A category label that links to its page. It is larger than its text without moving its neighbours. */
export function BadgeLink(props: { to: string; children: ReactNode; className?: string }) {
  return (
    <Link
      to={props.to}
      className={`kicker link-quiet relative z-10 -m-1.5 inline-block p-1.5 ${props.className ?? ""}`}
    >
      {props.children}
    </Link>
  );
}
