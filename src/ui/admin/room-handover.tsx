import { createContext, type ReactNode, type RefObject, use, useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useIsOpenPlace } from "./address.tsx";

/** What a writing room leaves to the list that it was opened from. */
type Handover = {
  /** By type of document: the one whose room was left; null for a new one. */
  left: Map<string, number | null>;
  /** Whether both are going, as the account's dashboard is. */
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

/** Stored in the room's entry of the browser's history: leaving it goes back, and it opens with the kept work of this key. */
type RoomState = { isFromList: true; kept: string | null };
export const FROM_LIST: RoomState = { isFromList: true, kept: null };

/** Whether the room was opened from its list, and the key of the kept work that it opens with. */
export function useRoomState(): Partial<RoomState> {
  return (useLocation().state as RoomState | null) ?? {};
}

/** Opens a room at its address; with kept work to continue, if there is. */
export function useOpenRoom() {
  const navigate = useNavigate();
  return useCallback(
    (url: string, kept: string | null = null) => void navigate(url, { state: { ...FROM_LIST, kept } }),
    [navigate],
  );
}

/** Returns the focus to the list when its room is left; `focus` gets the document that was open there. */
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
