import type { ReactNode } from "react";
import { inLanguage } from "#shared/language.ts";
import { useLanguage } from "#shared/site-context.tsx";

type Props = {
  picture: ReactNode;
  caption?: string | undefined;
  credit?: string | undefined;
  /** The language of caption and credit; empty for the site's. */
  language?: string;
};

/** A picture with its caption and credit below it; the picture alone if it has neither. */
export function CreditedPicture({ picture, caption, credit, language = "" }: Props) {
  const siteLanguage = useLanguage();
  if (!caption && !credit) return picture;
  return (
    <figure className="min-w-0">
      {picture}
      <figcaption className="mt-1.5 text-faint wrap-anywhere">
        {caption && (
          <span
            {...inLanguage(language, siteLanguage, caption)}
            className="block text-[0.8125rem]/[1.4] text-pretty rtl:text-right"
          >
            {caption}
          </span>
        )}
        {credit && (
          <small
            {...inLanguage(language, siteLanguage, credit)}
            className="block text-[0.6875rem]/[1.45] not-first:mt-1"
          >
            {credit}
          </small>
        )}
      </figcaption>
    </figure>
  );
}
