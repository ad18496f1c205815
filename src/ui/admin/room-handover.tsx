import { createContext, type ReactNode, type RefObject, use, useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useIsOpenPlace } from "./address.tsx";

/** State that a writing room passes back to the list that opened it. */
type Handover = {
  /** By document type: the id of the document whose room was left; null for a new one. */
  left: Map<string, number | null>;
  /** Whether the list and the room are unmounting with the account's dashboard. */
  isOver: boolean;
};

const Context = createContext<RefObject<Handover> | null>(null);

export function RoomHandover({ children }: { children: ReactNode }) {
  const handover = useRef<Handover>({ left: new Map(), isOver: false });
  useLayoutEffect(() => {
    handover.current.isOver = false;
    return () => {
      handover.current.isOver = true;
    };
  }, []);
  return <Context value={handover}>{children}</Context>;
}

export function useRoomHandover(): RefObject<Handover> {
  const handover = use(Context);
  if (!handover) throw new Error("useRoomHandover is used outside of RoomHandover.");
  return handover;
}

/** State of the room's history entry: leaving goes back, and the room opens with the unsaved work of this key. */
type RoomState = { isFromList: true; kept: string | null };
export const FROM_LIST: RoomState = { isFromList: true, kept: null };

/** Whether the room was opened from its list, and the key of the unsaved work to open with. */
export function useRoomState(): Partial<RoomState> {
  return (useLocation().state as RoomState | null) ?? {};
}

/** Opens a room at its address, with unsaved work to continue if there is any. */
export function useOpenRoom() {
  const navigate = useNavigate();
  return useCallback(
    (url: string, kept: string | null = null) => void navigate(url, { state: { ...FROM_LIST, kept } }),
    [navigate],
  );
}

/** Returns the focus to the list when its room is left; `focus` receives the document that was open. */
export function useReturnFocus(type: string, isLoaded: boolean, focus: (left: number | null) => void): void {
  const handover = useRoomHandover();
  const isOpen = useIsOpenPlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the list appears
  useLayoutEffect(() => {
    const { left } = handover.current;
    const subject = left.get(type);
    if (!isOpen || !isLoaded || subject === undefined) return;
    left.delete(type);
    focus(subject);
  }, [isOpen, isLoaded]);
}
