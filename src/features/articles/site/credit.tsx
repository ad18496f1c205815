import type { ReactNode } from "react";
import type { ArticleSummary } from "../schema.ts";

/** The authors, where they are known, and what follows them: the date. */
export function Credit({ of: { byline }, children }: { of: ArticleSummary; children: ReactNode }) {
  return (
    <>
      {byline && (
        <>
          {byline} <span aria-hidden="true">·</span>{" "}
        </>
      )}
      {children}
    </>
  );
}
