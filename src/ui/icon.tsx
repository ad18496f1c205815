import type { IconNode } from "lucide";
import { createElement } from "react";

type Props = {
  /** A Lucide icon, for example `Search` from "lucide": data only, as its React components weigh 1 kB more. */
  icon: IconNode;
  size?: number;
  strokeWidth?: number;
  className?: string;
};

/** A decorative icon; the control that contains it has the accessible name. */
export function Icon({ icon, size = 24, strokeWidth = 2, className }: Props) {
  const frame = {
    viewBox: "0 0 24 24",
    width: size,
    height: size,
    fill: "none",
    stroke: "currentColor",
    strokeWidth,
    strokeLinecap: "round",
    strokeLinejoin: "round",
    "aria-hidden": true,
    className,
  } as const;
  return createElement("svg", frame, ...icon.map(([tag, attributes]) => createElement(tag, attributes)));
}
