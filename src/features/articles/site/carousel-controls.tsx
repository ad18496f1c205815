import { ChevronLeft, ChevronRight, Pause, Play } from "lucide";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { CarouselHandle } from "./carousel-motion.tsx";

/**
 * Pause, previous, next, and the position. Disabled until the motion is loaded, and shown once something follows the
 * slides: they stand below these, and before them in the page, so that a browser that paints what it has so far of the
 * page would move them.
 */
export function CarouselControls(props: { count: number; handle: CarouselHandle | null }) {
  const { count, handle } = props;
  const still = handle === null || count < 2;
  const selected = handle?.selected ?? 0;
  return (
    <div className="mt-4 flex min-h-12 items-center gap-1 border-t border-rule not-has-[+*+*]:hidden noscript:hidden">
      <p className="meta tabular-nums">
        <span className="font-bold text-ink">{selected + 1}</span> / {count}
      </p>
      <div aria-hidden="true" className="mx-4 flex grow gap-1.5">
        {Array.from({ length: count }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: marks without identity
            key={index}
            className={`h-0.5 max-w-12 grow ${index === selected ? "bg-accent" : "bg-rule"}`}
          />
        ))}
      </div>
      <IconButton
        label={handle?.playing ? "Pause the slides" : "Play the slides"}
        disabled={still}
        onClick={() => handle?.toggle()}
      >
        {handle === null || handle.playing ? <Icon icon={Pause} size={17} /> : <Icon icon={Play} size={17} />}
      </IconButton>
      <IconButton label="Previous slide" disabled={still} onClick={() => handle?.previous()}>
        <Icon icon={ChevronLeft} size={22} strokeWidth={1.75} />
      </IconButton>
      <IconButton label="Next slide" disabled={still} onClick={() => handle?.next()}>
        <Icon icon={ChevronRight} size={22} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
