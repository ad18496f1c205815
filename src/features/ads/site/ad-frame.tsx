import type { ReactNode } from "react";
import type { AdType } from "../schema.ts";

/** Heights of the ad types; empty slots have them too. */
const HEIGHTS: Record<AdType, string> = {
  leaderboard: "h-[90px] max-w-[728px]",
  rectangle: "h-[250px] max-w-[728px]",
  sidebar: "h-[250px] max-w-[340px]",
};

export const adBox = (type: AdType): string => `mx-auto block w-full ${HEIGHTS[type]}`;

/** The look of an empty slot, apart from its size. */
export const AD_BLANK = "ad-blank flex! flex-col items-center justify-center gap-0.5 px-4 text-muted";

export function AdFrame({ type, children }: { type: AdType; children: ReactNode }) {
  return (
    // A group rather than a landmark: several per page would clutter landmark navigation.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div role="group" aria-label="Advertisement" data-ad-type={type} className="text-center print:hidden">
      <p className="mb-1.5 text-[0.6875rem] leading-[1rem] tracking-[0.04em] text-faint">Advertisement</p>
      {children}
    </div>
  );
}

export function OpenSpace() {
  return (
    <>
      <span className="font-display text-lg leading-[1.3]">This space is open</span>
      <span className="text-[0.8125rem] large-text:sr-only">Advertise with us</span>
    </>
  );
}
