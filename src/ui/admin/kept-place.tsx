import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from "react";
import { type Location, Route, Routes, useLocation } from "react-router";

type Props = {
  /** Whether the address points here. */
  isOpen: boolean;
  children: ReactNode;
};

const IsOpen = createContext(true);

/** Whether the current place is visible. A hidden one must not change the address: it belongs to another place. */
export const useIsOpenPlace = (): boolean => use(IsOpen);

/**
 * One of several places, one of which the address opens. Once visited it stays mounted but hidden, so that typed text
 * is not lost. While hidden it sees the address it was left at, so that it does not react to another place's search.
 */
export function KeptPlace({ isOpen, children }: Props) {
  const location = useLocation();
  const isAround = useIsOpenPlace();
  const [own, setOwn] = useState<Location | null>(null);
  if (isOpen && own !== location) setOwn(location);
  const place = useRef<HTMLDivElement>(null);
  // A modal dialog that stays open after the browser's Back would block the other places.
  useLayoutEffect(() => {
    if (isOpen) return;
    for (const dialog of place.current?.querySelectorAll("dialog[open]") ?? [])
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  }, [isOpen]);
  const shown = isOpen ? location : own;
  return (
    <div ref={place} hidden={!isOpen}>
      {shown && (
        <IsOpen value={isAround && isOpen}>
          <Routes location={shown}>
            <Route path="*" element={children} />
          </Routes>
        </IsOpen>
      )}
    </div>
  );
}
