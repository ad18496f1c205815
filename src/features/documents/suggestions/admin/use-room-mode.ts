import { createContext, use, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { SUGGESTING } from "./suggestion-type.ts";

export type RoomMode = "edit" | "suggest";

/** Whether the room's address is that of suggestions, which a document has once it is stored. */
export function useIsSuggesting(): boolean {
  const { pathname, search } = useLocation();
  return new URLSearchParams(search).get("mode") === "suggest" && !/\/new\/?$/.test(pathname);
}

/**
 * Switches the room in place: the way back to the list stays. `onLeave`: the present mode is about to be left. A room that is
 * left already is not opened again.
 */
export function useSwitchMode(onLeave: () => void): (mode: RoomMode) => void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (mode) => {
    if (!isShown.current) return;
    onLeave();
    void navigate({ pathname, search: mode === "suggest" ? SUGGESTING : "" }, { replace: true, state });
  };
}

/** How the open room is left for its other mode; null where there is none. */
const Switching = createContext<((mode: RoomMode) => void) | null>(null);
export const RoomModeProvider = Switching.Provider;
export const useRoomSwitch = () => use(Switching);
