import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from "react";
import { type Location, Route, Routes, useLocation } from "react-router";

type Props = {
  /** Whether the address leads here. */
  isOpen: boolean;
  children: ReactNode;
};

const IsOpen = createContext(true);

/** Whether the place one stands in is in sight. One that is not leaves the address alone: it is another place's now. */
export const useIsOpenPlace = (): boolean => use(IsOpen);

/**
 * One of several places of which the address opens one. Once visited, it stays as it was left, out of sight: what is
 * typed in it is not lost. Meanwhile it reads the address it was left at, so that another place's search is not its own.
 */
export function KeptPlace({ isOpen, children }: Props) {
  const location = useLocation();
  const isAround = useIsOpenPlace();
  const [own, setOwn] = useState<Location | null>(null);
  if (isOpen && own !== location) setOwn(location);
  const place = useRef<HTMLDivElement>(null);
  // A modal dialog that is left open by the browser's Back would block the other places.
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
