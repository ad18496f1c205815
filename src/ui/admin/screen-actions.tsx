import { createContext, type ReactNode, type RefObject, use, useCallback, useEffect, useRef, useState } from "react";

/** Something that can be done on the screen that is open. */
export type ScreenAction = {
  label: string;
  /** Its own keys, as `spokenKeys` takes them: `Mod-S`. */
  keys?: string;
  run: () => void;
};

const Context = createContext<Set<RefObject<readonly ScreenAction[]>>>(new Set());

/** Holds what the open screens offer. */
export function ScreenActionsProvider({ children }: { children: ReactNode }) {
  const [offered] = useState(() => new Set<RefObject<readonly ScreenAction[]>>());
  return <Context value={offered}>{children}</Context>;
}

/** Offers actions to whoever looks for them by name, for as long as the component is mounted. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const offered = use(Context);
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    offered.add(latest);
    return () => void offered.delete(latest);
  }, [offered]);
}

/** Returns a function that reads what is offered now. */
export function useOfferedActions(): () => ScreenAction[] {
  const offered = use(Context);
  return useCallback(() => [...offered].flatMap(({ current }) => current), [offered]);
}
