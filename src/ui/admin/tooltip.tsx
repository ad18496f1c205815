import { Tooltip as Base } from "@base-ui/react/tooltip";
import { type ReactElement, type ReactNode, useId, useState } from "react";
import { usePopupContainer } from "./dialog.tsx";

/** Wraps everything with tooltips, so that the second one opens without the delay. */
export const Tooltips = ({ children }: { children: ReactNode }) => (
  <Base.Provider delay={700} timeout={300}>
    {children}
  </Base.Provider>
);

/** A tooltip on a control that explains its icon or short text. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const id = useId();
  const container = usePopupContainer();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Base.Root
      onOpenChange={(open, details) => {
        setIsOpen(open);
        // Escape also leaves the toolbar.
        if (details.reason === "escape-key") details.allowPropagation();
      }}
    >
      <Base.Trigger render={children} aria-describedby={isOpen ? id : undefined} />
      <Base.Portal container={container}>
        <Base.Positioner side="top" sideOffset={2} positionMethod="fixed" className="z-50">
          {/* The library leaves tooltips to those who see them. */}
          <Base.Popup
            id={id}
            role="tooltip"
            className="bg-ink px-3 py-1.5 text-[0.8125rem] font-semibold text-paper tabular-nums"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
