import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "#shared/router.tsx";
import { useHidesEmptySlot, useNow, useText } from "#shared/site-context.tsx";
import { pageUrl, redirectUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Picture } from "#ui/picture.tsx";
import { type AdLocation, adSpacesAt, creativeFor, turnAt } from "../rules.ts";
import type { AdSpace, AdType } from "../schema.ts";

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
  const t = useText();
  return (
    // A group rather than a landmark: several per page would clutter landmark navigation.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div role="group" aria-label={t("Advertisement")} data-ad-type={type} className="text-center print:hidden">
      <p className="mb-1.5 text-[0.6875rem] leading-[1rem] tracking-[0.04em] text-faint">{t("Advertisement")}</p>
      {children}
    </div>
  );
}

export function OpenSpace() {
  const t = useText();
  return (
    <>
      <span className="font-display text-lg leading-[1.3]">{t("This space is open")}</span>
      <span className="text-[0.8125rem] large-text:sr-only">{t("Advertise with us")}</span>
    </>
  );
}

type Props = {
  location: AdLocation;
  type: AdType;
  index?: number;
  /** The last slot of its page, which is after the text. */
  isLast?: boolean;
};

/**
 * A labelled advertisement: the creative of the current rotation, or a placeholder of the same size. Nothing if there is
 * no creative and the newsroom hides such slots.
 */
export function AdSlot(props: Props) {
  const { location, type, index = 0, isLast = false } = props;
  const { data: spaces = [] } = useApi(adSpacesAt(location));
  const space = creativeFor(spaces, type, index, useTurn());
  const hidesEmpty = useHidesEmptySlot(isLast);
  if (!space && hidesEmpty) return null;
  return (
    <AdFrame type={type}>
      {space ? (
        <Creative key={space.id} space={space} />
      ) : (
        <Link to={pageUrl.advertise()} className={`${adBox(type)} ${AD_BLANK} hover:text-ink`}>
          <OpenSpace />
        </Link>
      )}
    </AdFrame>
  );
}

/** The rotation at the reader's visit: a cached page would show the same creative for its lifetime. */
function useTurn(): number {
  const now = useNow();
  const [turn, setTurn] = useState(turnAt(now));
  useEffect(() => setTurn(turnAt(Date.now())), []);
  return turn;
}

function Creative({ space }: { space: AdSpace }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    // Loaded only if there is something to count.
    import("./watch-ad.ts").then(
      ({ watchAd }) => {
        if (!isGone && box.current) stop = watchAd(box.current, space.id);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [space.id]);
  const picture = (
    <Picture
      src={space.image_url}
      alt={space.alt || space.name}
      sizes="(min-width: 768px) 728px, 100vw"
      ratio="whole"
    />
  );
  return (
    <div ref={box} className={adBox(space.type)}>
      {space.target_url ? (
        <a href={redirectUrl.ad(space.id)} rel="sponsored noopener" target="_blank" className="block size-full">
          {picture}
        </a>
      ) : (
        picture
      )}
    </div>
  );
}
