import { createContext, type ReactNode, type RefObject, use, useCallback, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { useIsOpenPlace } from "#ui/admin/address.tsx";

/** What the list of articles and the writing room hand each other when one leaves for the other. */
type Handover = {
  /** The key of the kept work that the room opens with. */
  kept: string | null;
  left: number | null | undefined;
  /** Whether both are going, as the account's dashboard is. */
  isOver: boolean;
};

const Context = createContext<RefObject<Handover> | null>(null);

export function ArticleHandover({ children }: { children: ReactNode }) {
  const handover = useRef<Handover>({ kept: null, left: undefined, isOver: false });
  useLayoutEffect(() => {
    handover.current.isOver = false;
    return () => {
      handover.current.isOver = true;
    };
  }, []);
  return <Context value={handover}>{children}</Context>;
}

export function useArticleHandover(): RefObject<Handover> {
  const handover = use(Context);
  if (!handover) throw new Error("useArticleHandover is used outside of ArticleHandover.");
  return handover;
}

/** Marks the room's entry in the browser's history as opened from the list: leaving it goes back. */
export const FROM_LIST = { isFromList: true };
export const isFromList = (state: unknown): boolean => (state as typeof FROM_LIST | null)?.isFromList === true;

/** Opens the writing room of an article, or of a new one for null; with kept work to continue, if there is. */
export function useOpenArticle() {
  const handover = useArticleHandover();
  const navigate = useNavigate();
  return useCallback(
    (id: number | null, kept: string | null = null) => {
      handover.current.kept = kept;
      void navigate(adminUrl.article(id ?? "new"), { state: FROM_LIST });
    },
    [handover, navigate],
  );
}

/** Gives the list the focus when one comes back from the room; `focus` gets the article that was open there. */
export function useReturnFocus(isLoaded: boolean, focus: (left: number | null) => void): void {
  const handover = useArticleHandover();
  const isOpen = useIsOpenPlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the list appears
  useLayoutEffect(() => {
    const { left } = handover.current;
    if (!isOpen || !isLoaded || left === undefined) return;
    handover.current.left = undefined;
    focus(left);
  }, [isOpen, isLoaded]);
}
