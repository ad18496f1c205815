import { type KeyboardEvent, type PointerEvent, useId } from "react";
import type { StoredPicture } from "../../schema.ts";

type Point = { focal_x: number; focal_y: number };
type Props = {
  picture: Pick<StoredPicture, "url" | "alt" | "width" | "height">;
  point: Point;
  onChange: (point: Point) => void;
};

/** Step of an arrow key, as a fraction of the picture. */
const STEP = 0.05;
const KEYS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const within = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
const inPercent = (share: number) => `${Math.round(share * 100)}%`;

/** The full picture with its focal point, set by a click or arrow keys, and previews of the crops. */
export function FocalPoint({ picture, point, onChange }: Props) {
  const hint = useId();
  const { focal_x, focal_y } = point;
  function set({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ focal_x: within((clientX - left) / width), focal_y: within((clientY - top) / height) });
  }
  function move(event: KeyboardEvent) {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    onChange({ focal_x: within(focal_x + step[0]), focal_y: within(focal_y + step[1]) });
  }
  const at = { left: inPercent(focal_x), top: inPercent(focal_y) };
  return (
    <div>
      <div className="flex justify-center bg-surface">
        <div
          className="relative cursor-crosshair touch-manipulation"
          onPointerDown={(event) => event.button === 0 && set(event)}
        >
          <img
            src={picture.url}
            alt={picture.alt || "The whole picture"}
            width={picture.width}
            height={picture.height}
            draggable={false}
            className="block h-auto max-h-[45dvh] w-auto max-w-full select-none"
          />
          <button
            type="button"
            aria-label={`Focal point: ${inPercent(focal_x)} from the left, ${inPercent(focal_y)} from the top`}
            aria-describedby={hint}
            onKeyDown={move}
            style={at}
            className="absolute size-11 -translate-x-1/2 -translate-y-1/2 rounded-full outline-offset-[-6px]"
          >
            <span className="mx-auto block size-6 rounded-full border-2 border-white bg-accent-fill/50 shadow-[0_0_0_1.5px_rgb(0_0_0/0.7)]" />
          </button>
        </div>
      </div>
      <p id={hint} className="meta mt-2">
        Every crop keeps the focal point in view. Click the picture to set it, or move it with the arrow keys.
      </p>
      <output className="sr-only">{`${inPercent(focal_x)} from the left, ${inPercent(focal_y)} from the top`}</output>
      <ul aria-label="Crops" className="mt-3 flex items-end gap-3">
        {CROPS.map(({ label, ratio }) => (
          <li key={label} className="min-w-0">
            <img
              src={picture.url}
              alt=""
              className={`h-16 border border-rule object-cover ${ratio}`}
              style={{ objectPosition: `${inPercent(focal_x)} ${inPercent(focal_y)}` }}
            />
            <span className="meta text-[0.8125rem]">{label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const CROPS = [
  { label: "Lead", ratio: "aspect-video" },
  { label: "Card", ratio: "aspect-3/2" },
  { label: "Square", ratio: "aspect-square" },
];
