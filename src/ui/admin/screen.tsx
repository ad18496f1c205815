import { createContext, type ReactNode, type RefObject, use, useCallback, useEffect, useRef, useState } from "react";

/** Something that can be done on the screen that is open. */
export type ScreenAction = {
  label: string;
  /** Its own keys, as `spokenKeys` takes them: `Mod-S`. */
  keys?: string;
  run: () => void;
};

const Actions = createContext<Set<RefObject<readonly ScreenAction[]>>>(new Set());

export function ScreenActionsProvider({ children }: { children: ReactNode }) {
  const [offered] = useState(() => new Set<RefObject<readonly ScreenAction[]>>());
  return <Actions value={offered}>{children}</Actions>;
}

/** Offers actions to whoever looks for them by name, for as long as the component is mounted. */
export function useScreenActions(actions: readonly ScreenAction[]): void {
  const offered = use(Actions);
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
  const offered = use(Actions);
  return useCallback(() => [...offered].flatMap(({ current }) => current), [offered]);
}

type Titles = {
  /** The name that the screen gives itself; null for none. */
  own: RefObject<string | null>;
  apply: () => void;
};

const Title = createContext<Titles | null>(null);
export const ScreenTitleProvider = Title.Provider;

/** Names the browser tab after what is on the screen, for example an article, for as long as it is shown. */
export function useScreenTitle(title: string): void {
  const titles = use(Title);
  useEffect(() => {
    if (!titles) return;
    titles.own.current = title;
    titles.apply();
  }, [titles, title]);
  useEffect(() => {
    if (!titles) return;
    return () => {
      titles.own.current = null;
      titles.apply();
    };
  }, [titles]);
}
