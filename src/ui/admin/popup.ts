import { createContext, type RefObject, use } from "react";

/** The element that popups are rendered in; undefined for the body. A modal dialog makes everything outside it inert. */
export const PopupContainer = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

/** The `container` of a popup's portal. */
export const usePopupContainer = () => use(PopupContainer);

/** Props of a positioner: below its control, or above it where the screen ends. Above the editor's panels, too. */
export const POPUP_POSITION = {
  align: "start",
  sideOffset: 4,
  collisionPadding: 8,
  positionMethod: "fixed",
  className: "z-40",
} as const;

/** The look of a popup. The maximum height fits a calendar with its clock on a touch screen, or ten options. */
export const POPUP_LOOK =
  "max-h-[min(28.75rem,max(7.5rem,var(--available-height)))] overflow-auto border border-rule bg-paper text-ink shadow-[0_10px_40px_rgb(0_0_0/0.22)] outline-none";

/** The look of an option in a popup. */
export const OPTION_LOOK =
  "flex min-h-9 cursor-pointer items-center gap-2 px-2.5 py-1.5 text-sm outline-none data-highlighted:bg-surface pointer-coarse:min-h-11";
