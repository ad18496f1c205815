import { createContext, type ReactNode, type RefObject, use, useCallback, useEffect, useRef, useState } from "react";

/** An action of the open screen. */
export type ScreenAction = {
  label: string;
  /** Its shortcut in the format of `spokenKeys`, for example `Mod-S`. */
  keys?: string;
  run: () => void;
};

const Actions = createContext<Set<RefObject<readonly ScreenAction[]>>>(new Set());

export function ScreenActionsProvider({ children }: { children: ReactNode }) {
  const [offered] = useState(() => new Set<RefObject<readonly ScreenAction[]>>());
  return <Actions value={offered}>{children}</Actions>;
}

/** Registers actions in the command palette while the component is mounted. */
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

/** Returns a function that reads the registered actions. */
export function useOfferedActions(): () => ScreenAction[] {
  const offered = use(Actions);
  return useCallback(() => [...offered].flatMap(({ current }) => current), [offered]);
}

type Titles = {
  /** The screen's title; null for none. */
  own: RefObject<string | null>;
  apply: () => void;
};

const Title = createContext<Titles | null>(null);
export const ScreenTitleProvider = Title.Provider;

/** Sets the title of the browser tab, for example to an article's, while the component is mounted. */
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
