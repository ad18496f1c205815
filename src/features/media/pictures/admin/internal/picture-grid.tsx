import { useVirtualizer } from "@tanstack/react-virtual";
import { Check } from "lucide";
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import type { StoredPicture } from "../../schema.ts";
import { thumbnailUrl } from "../calls.ts";
import { nameOf } from "../picture-kind.ts";
import type { PicturePages, Range } from "./use-picture-pages.ts";

type Props = {
  /** Its accessible name. */
  label: string;
  list: NonNullable<PicturePages["list"]>;
  /** Receives the visible range. */
  show: PicturePages["show"];
  /** The open or chosen picture. */
  selected?: number | null;
  /** In selection mode a click selects a picture instead of opening it. */
  selection?: { has: (id: number) => boolean; toggle: (picture: StoredPicture) => void } | undefined;
  onOpen: (picture: StoredPicture) => void;
  className: string;
};

/** Minimum width of a picture, and the gap between two, in pixels. */
const MIN_TILE = 140;
const GAP = 12;
/** Space for the name below a picture, in pixels. */
const NAME_HEIGHT = 26;
/** Rows rendered beyond both ends of the visible range. */
const OVERSCAN = 6;

/** A virtualised grid of pictures with movement by arrow keys. */
export function PictureGrid({ label, list: { total, at }, show, selected, selection, onOpen, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const columns = Math.max(2, Math.floor((width + GAP) / (MIN_TILE + GAP)));
  const tile = Math.floor((width - GAP * (columns - 1)) / columns);
  const rowHeight = tile + NAME_HEIGHT + GAP;
  const rows = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(total / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    // Rows beyond both ends are already rendered, so a frame need not wait for the next ones.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes follow the width alone
  useLayoutEffect(() => rows.measure(), [rowHeight]);
  const { focus, onKeyDown, setFocus } = useGridKeys(box, {
    total,
    columns,
    reveal: (place) => rows.scrollToIndex(Math.floor(place / columns)),
    pageOf: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight)),
  });

  const openStable = useLatest(selection?.toggle ?? onOpen);
  const isSelected = (picture: StoredPicture | undefined) =>
    picture !== undefined && (selection ? selection.has(picture.id) : picture.id === selected);
  const shown = rows.getVirtualItems();
  const first = (shown[0]?.index ?? 0) * columns;
  const last = Math.min(total, ((shown.at(-1)?.index ?? 0) + 1) * columns) - 1;
  useShown(show, { first, last: Math.max(first, last) });

  return (
    <div ref={box} className={`overflow-y-auto overscroll-contain ${className}`}>
      <div
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable={selection !== undefined}
        className="relative outline-none"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {shown.map((row) => (
          <div
            key={row.key}
            role="presentation"
            className="absolute inset-x-0 top-0 flex contain-content"
            style={{ transform: `translateY(${row.start}px)`, gap: GAP, height: tile + NAME_HEIGHT }}
          >
            {Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
              const place = row.index * columns + column;
              return (
                <Tile
                  key={place}
                  place={place}
                  total={total}
                  size={tile}
                  picture={at(place)}
                  isSelected={isSelected(at(place))}
                  isMultiple={selection !== undefined}
                  isReached={place === Math.min(focus, total - 1)}
                  onFocus={setFocus}
                  onOpen={openStable}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Throttle of fetches while scrolling, in milliseconds. */
const FETCH_INTERVAL_MS = 150;

/** Reports the visible range immediately, but throttled during a fast scroll. */
function useShown(show: Props["show"], { first, last }: Range): void {
  const saidAt = useRef(0);
  useEffect(() => {
    const say = () => {
      saidAt.current = performance.now();
      show({ first, last });
    };
    const wait = saidAt.current + FETCH_INTERVAL_MS - performance.now();
    if (wait <= 0) return say();
    const timer = window.setTimeout(say, wait);
    return () => window.clearTimeout(timer);
  }, [show, first, last]);
}

type TileProps = {
  place: number;
  total: number;
  size: number;
  picture: StoredPicture | undefined;
  isSelected: boolean;
  /** Shows a checkbox, checked if the picture is selected. */
  isMultiple: boolean;
  /** The picture in the tab order. */
  isReached: boolean;
  onFocus: (place: number) => void;
  onOpen: (picture: StoredPicture) => void;
};

/** Memoised, so that scrolling does not render every picture again. */
const Tile = memo(function Tile(props: TileProps) {
  const { place, total, size, picture, isSelected, isMultiple, isReached, onFocus, onOpen } = props;
  return (
    <button
      type="button"
      role="option"
      data-place={place}
      aria-label={picture ? nameOf(picture) : "Loading"}
      aria-selected={isSelected}
      aria-setsize={total}
      aria-posinset={place + 1}
      aria-disabled={picture === undefined}
      tabIndex={isReached ? 0 : -1}
      style={{ width: size }}
      className="group relative shrink-0 text-left outline-offset-[-3px]"
      onFocus={() => onFocus(place)}
      onClick={() => picture && onOpen(picture)}
    >
      <span
        className="block overflow-hidden border border-rule bg-surface group-hover:border-ink group-aria-selected:outline-3 group-aria-selected:outline-offset-[-3px] group-aria-selected:outline-accent"
        style={{ height: size }}
      >
        {picture && (
          <img
            src={thumbnailUrl(picture)}
            alt=""
            width={size}
            height={size}
            decoding="async"
            className="size-full object-cover"
            style={{ objectPosition: `${picture.focal_x * 100}% ${picture.focal_y * 100}%` }}
          />
        )}
      </span>
      {isMultiple && (
        <span
          aria-hidden="true"
          className="absolute top-2 left-2 inline-flex size-6 items-center justify-center border border-faint bg-paper group-aria-selected:border-accent-fill group-aria-selected:bg-accent-fill group-aria-selected:text-white"
        >
          {isSelected && <Icon icon={Check} size={16} />}
        </span>
      )}
      <span className="meta mt-1 block h-5 truncate text-[0.8125rem] leading-5">{picture && nameOf(picture)}</span>
    </button>
  );
});

/** Returns a stable function that calls the latest one. */
function useLatest<Argument>(latest: (argument: Argument) => void): (argument: Argument) => void {
  const reference = useRef(latest);
  useLayoutEffect(() => {
    reference.current = latest;
  });
  return useCallback((argument: Argument) => reference.current(argument), []);
}

/**
 * The inner width of the element in pixels; 0 before the first layout. A temporarily hidden element keeps
 * its width and scroll position.
 */
function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    let top = 0;
    let isHidden = false;
    const remember = () => {
      if (element.clientHeight > 0) top = element.scrollTop;
    };
    const measure = () => {
      const { clientWidth } = element;
      if (clientWidth > 0 && isHidden) element.scrollTop = top;
      isHidden = clientWidth === 0;
      if (!isHidden) setWidth(clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", remember, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", remember);
    };
  }, [box]);
  return width;
}

type Keys = { total: number; columns: number; reveal: (place: number) => void; pageOf: () => number };

/** Moves the focus by arrow keys, Home, End and the page keys, also to pictures that are not rendered yet. */
function useGridKeys(box: React.RefObject<HTMLElement | null>, { total, columns, reveal, pageOf }: Keys) {
  const [focus, setFocus] = useState(0);
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    const button = box.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"]`);
    if (!button) return;
    wanted.current = undefined;
    button.focus({ preventScroll: true });
  });
  function onKeyDown(event: KeyboardEvent) {
    const rows = pageOf();
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      PageUp: -columns * rows,
      PageDown: columns * rows,
      Home: -total,
      End: total,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const to = Math.min(total - 1, Math.max(0, focus + step));
    wanted.current = to;
    setFocus(to);
    reveal(to);
  }
  return { focus, setFocus, onKeyDown };
}
