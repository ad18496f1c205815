import { type ReactNode, useState } from "react";
import { isRemote } from "#shared/pictures.ts";
import type { shownBy } from "./search-checks.ts";

type Shown = ReturnType<typeof shownBy>;

function Preview({ label, children }: { label: string; children: ReactNode }) {
  return (
    <figure aria-label={label}>
      <figcaption className="mb-1.5 text-sm font-semibold">{label}</figcaption>
      {children}
    </figure>
  );
}

type SearchProps = { shown: Shown; site: string; address: string; isHidden: boolean };

/** The article as a search engine lists it. `address`: the complete address of its page. */
export function SearchPreview({ shown, site, address, isHidden }: SearchProps) {
  const { host, pathname } = new URL(address);
  const steps = [host, ...pathname.split("/").filter(Boolean).map(decodeURI)].join(" › ");
  return (
    <Preview label="Search result">
      <div className={`border border-rule bg-paper px-3.5 py-3 ${isHidden ? "opacity-60" : ""}`}>
        <p className="text-sm font-semibold">{site}</p>
        <p className="truncate text-xs text-muted">{steps}</p>
        <p dir="auto" className="mt-1.5 truncate text-lg leading-snug text-accent">
          {shown.title || "Untitled"} | {site}
        </p>
        <p dir="auto" className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted">
          {shown.description}
        </p>
      </div>
      {isHidden && <p className="meta mt-1.5">Search engines are asked not to list it.</p>}
    </Preview>
  );
}

/** The article as social networks show a link to it. */
export function SocialPreview({ shown, site, host }: { shown: Shown; site: string; host: string }) {
  // The address that failed to load: an upload may have been deleted.
  const [broken, setBroken] = useState("");
  const { picture } = shown;
  const hasPicture = picture !== "" && picture !== broken && !isRemote(picture);
  return (
    <Preview label="Social card">
      <div className="overflow-hidden border border-rule bg-paper">
        {hasPicture ? (
          <img
            src={picture}
            alt=""
            onError={() => setBroken(picture)}
            className="aspect-[1200/630] w-full bg-surface object-cover"
          />
        ) : (
          <p className="grid aspect-[1200/630] place-items-center bg-surface px-4 text-center font-display text-2xl">
            {site}
          </p>
        )}
        <div className="border-t border-rule px-3.5 py-3">
          <p className="truncate text-xs text-muted">{host}</p>
          <p dir="auto" className="mt-0.5 line-clamp-2 font-semibold wrap-anywhere">
            {shown.socialTitle || "Untitled"}
          </p>
          <p dir="auto" className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted">
            {shown.socialText}
          </p>
        </div>
      </div>
    </Preview>
  );
}
