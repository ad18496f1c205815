import { createContext, use } from "react";
import { useLocation, useNavigate } from "react-router";
import { SUGGESTING } from "./suggestion-type.ts";

export type RoomMode = "edit" | "suggest";

/** Whether the room's address is that of suggestions. */
export const useIsSuggesting = (): boolean => new URLSearchParams(useLocation().search).get("mode") === "suggest";

/** Switches the room in place: the way back to the list stays. `onLeave`: the present mode is about to be left. */
export function useSwitchMode(onLeave: () => void): (mode: RoomMode) => void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (mode) => {
    onLeave();
    void navigate({ pathname, search: mode === "suggest" ? SUGGESTING : "" }, { replace: true, state });
  };
}

/** How the open room is left for its other mode; null where there is none. */
const Switching = createContext<((mode: RoomMode) => void) | null>(null);
export const RoomModeProvider = Switching.Provider;
export const useRoomSwitch = () => use(Switching);
