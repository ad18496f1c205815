import type { ReactNode } from "react";
import { Link } from "#shared/router.tsx";
import { useText } from "#shared/site-context.tsx";

/** Marks breaking news next to a category label; nothing for other news. */
export function BreakingMark({ isBreaking }: { isBreaking: boolean | undefined }) {
  const t = useText();
  return isBreaking ? (
    <>
      <span className="kicker mr-1 bg-accent px-1.5 py-px text-paper">{t("Breaking")}</span>{" "}
    </>
  ) : null;
}

/** A category label that links to its page. Its hit area is taller than its text without moving its neighbours. */
export function BadgeLink(props: { to: string; children: ReactNode; className?: string }) {
  return (
    <Link
      to={props.to}
      className={`kicker link-quiet relative z-10 inline-block before:absolute before:-inset-x-1 before:-inset-y-2 before:content-[''] ${props.className ?? ""}`}
    >
      {props.children}
    </Link>
  );
}
