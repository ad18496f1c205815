import { useEffect, useRef, useState } from "react";
import { Link } from "#shared/router.tsx";
import { useHidesEmptySlots, useNow } from "#shared/site-context.tsx";
import { pageUrl, redirectUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { Picture } from "#ui/picture.tsx";
import { adSpacesAt } from "../calls.ts";
import { type AdLocation, creativeFor, turnAt } from "../rules.ts";
import type { AdSpace, AdType } from "../schema.ts";
import { AD_BLANK, AdFrame, adBox, OpenSpace } from "./ad-frame.tsx";

type Props = {
  location: AdLocation;
  type: AdType;
  index?: number;
};

/**
 * A labelled advertisement: the creative of the current rotation, or a placeholder of the same size. Nothing if there is
 * no creative and the newsroom hides empty slots.
 */
export function AdSlot(props: Props) {
  const { location, type, index = 0 } = props;
  const { data: spaces = [] } = useApi(adSpacesAt(location));
  const space = creativeFor(spaces, type, index, useTurn());
  const hidesEmpty = useHidesEmptySlots();
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
    void import("./watch-ad.ts").then(({ watchAd }) => {
      if (!isGone && box.current) stop = watchAd(box.current, space.id);
    });
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
