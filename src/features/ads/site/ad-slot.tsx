import { Link } from "react-router";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { adSpacesAt } from "../calls.ts";
import type { AdType } from "../schema.ts";

type Props = {
  /** Where the slot stands, for example `homepage`. */
  location: string;
  type: AdType;
  /** Which of the location's active spaces of this type fills it, counted from 0. */
  index?: number;
};

/** Heights of the ad types (spec section 9): a slot has its height whether it is filled or not. */
const HEIGHTS: Record<AdType, string> = {
  leaderboard: "h-[90px] max-w-[728px]",
  rectangle: "h-[250px] max-w-[728px]",
  sidebar: "h-[250px] max-w-[340px]",
};

/** A labelled advertisement: the active space's creative, else a placeholder of the same size. */
export function AdSlot(props: Props) {
  const { location, type, index = 0 } = props;
  const { data: spaces = [] } = useApi(adSpacesAt(location));
  const space = spaces.filter((candidate) => candidate.active && candidate.type === type)[index];
  const frame = `mx-auto block w-full ${HEIGHTS[type]}`;
  return (
    // A group and no landmark: several of them on a page would only be in the way of who jumps between landmarks.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div role="group" aria-label="Advertisement" data-ad-type={type} className="text-center">
      <p className="mb-1.5 text-[0.6875rem] leading-4 tracking-[0.04em] text-faint">Advertisement</p>
      {space?.image_url ? (
        <a href={space.target_url} rel="sponsored noopener" target="_blank" className={frame}>
          <img
            src={space.image_url}
            alt={space.alt || space.name}
            loading="lazy"
            className="size-full object-contain"
          />
        </a>
      ) : (
        <Link
          to={pageUrl.advertise()}
          className={`${frame} ad-blank flex! flex-col items-center justify-center gap-0.5 px-4 text-muted hover:text-ink`}
        >
          <span className="font-serif text-lg leading-6 italic">This space is open</span>
          <span className="text-[0.8125rem]">Advertise with us</span>
        </Link>
      )}
    </div>
  );
}
