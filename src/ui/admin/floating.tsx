import { autoUpdate, computePosition, flip, offset, shift, size } from "@floating-ui/dom";
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

/** To the edge of the screen, in pixels. */
const MARGIN = 8;
const MIN_HEIGHT = 120;
/** A calendar with its clock on a touch screen, or ten options; the box has it from the start, to be scrolled at once. */
const MAX_HEIGHT = 460;

type Props = Omit<ComponentProps<"div">, "popover"> & {
  /** What it belongs to and stands beside. */
  anchor: RefObject<HTMLElement | null>;
  /** Whether it is as wide as that. */
  isAsWide?: boolean;
  /** A press outside of both. */
  onAway: () => void;
};

/**
 * A box above the page beside a control, for as long as it is rendered: in the top layer, as it may belong to a dialog,
 * and moved or made smaller where the screen ends.
 */
export function Floating({ anchor, isAsWide = false, onAway, className = "", children, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const beside = anchor.current;
    if (!element || !beside) return;
    element.showPopover();
    return autoUpdate(beside, element, () => void place(beside, element, isAsWide));
  }, [anchor, isAsWide]);
  const leave = useEffectEvent(onAway);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const isInside = target instanceof Node && (box.current?.contains(target) || anchor.current?.contains(target));
      if (!isInside) leave();
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [anchor]);
  return (
    <div
      ref={box}
      popover="manual"
      className={`fixed inset-auto top-0 left-0 m-0 max-h-[28.75rem] overflow-auto border border-rule bg-paper p-0 text-ink shadow-[0_10px_40px_rgb(0_0_0/0.22)] ${className}`}
      {...rest}
    >
      {children}
    </div>
  );
}

async function place(anchor: HTMLElement, element: HTMLElement, isAsWide: boolean): Promise<void> {
  const { x, y } = await computePosition(anchor, element, {
    strategy: "fixed",
    placement: "bottom-start",
    middleware: [
      offset(4),
      flip({ padding: MARGIN }),
      shift({ padding: MARGIN }),
      size({
        padding: MARGIN,
        apply({ availableHeight, rects }) {
          element.style.maxHeight = `${Math.min(Math.max(MIN_HEIGHT, availableHeight), MAX_HEIGHT)}px`;
          if (isAsWide) element.style.width = `${rects.reference.width}px`;
        },
      }),
    ],
  });
  element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
}
