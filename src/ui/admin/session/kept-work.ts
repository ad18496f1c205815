import { useEffect, useState } from "react";
import { useToast } from "../toasts.tsx";
import {
  type Discarded,
  freeSessions,
  onStoredSessionsChanged,
  putAside,
  type StoredSession,
} from "./kept-sessions.ts";
import { isAboutToBeSent } from "./resume.ts";

/** An account's stored sessions of a type that are open in no window and not about to be sent, newest first. */
export function useKeptWork(account: string, type: string): StoredSession[] {
  const [found, setFound] = useState<StoredSession[]>([]);
  useEffect(() => {
    let isOver = false;
    let looks = 0;
    const look = () => {
      const serial = ++looks;
      void freeSessions(account).then((free) => {
        // A later read is newer.
        if (!isOver && serial === looks) setFound(free.filter((kept) => kept.type === type).reverse());
      });
    };
    look();
    const end = onStoredSessionsChanged(look);
    window.addEventListener("focus", look);
    return () => {
      isOver = true;
      end();
      window.removeEventListener("focus", look);
    };
  }, [account, type]);
  return found.filter((kept) => !isAboutToBeSent(kept));
}

/** Shows that work was discarded; the toast offers undo. */
export function useDiscarded(): (work: Discarded) => void {
  const show = useToast();
  return (work) => show({ title: "Unsaved work discarded", action: { label: "Undo", run: () => void putAside(work) } });
}
