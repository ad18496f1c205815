import {
  autoUpdate,
  computePosition,
  flip,
  offset,
  type Placement,
  shift,
  type VirtualElement,
} from "@floating-ui/dom";
import { type ReactNode, useLayoutEffect, useRef } from "react";

type Props = {
  /** The anchor; the same object while its position is unchanged. */
  anchor: Element | VirtualElement;
  placement: Placement;
  /** Whether it may overlap its anchor to stay in view with a block higher than the screen. */
  mayCover?: boolean;
  children: ReactNode;
};

/** Floats at an anchor in the text: above it, or below if the window or the toolbar leaves no space. */
export function FloatingBar({ anchor, placement, mayCover = false, children }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const place = async () => {
      const head = element.closest(".editor-frame")?.querySelector(".editor-head")?.getBoundingClientRect().bottom ?? 0;
      const padding = { top: Math.max(0, head) + 4, bottom: 56, left: 8, right: 8 };
      const { x, y } = await computePosition(anchor, element, {
        placement,
        middleware: [offset(mayCover ? 3 : 8), flip({ padding }), shift({ padding, crossAxis: mayCover })],
      });
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      element.style.visibility = "visible";
    };
    // After the frame that shows the keystroke: finding a place lays out the full text.
    let end = () => {};
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => {
        end = autoUpdate(anchor, element, () => void place());
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
      end();
    };
  }, [anchor, placement, mayCover]);
  return (
    <div ref={bar} className="floating-bar">
      {children}
    </div>
  );
}
