import { useEffect, useState } from "react";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { forgetSession, freeSessions, type KeptSession, keepSession, onKeptChanged } from "./kept-sessions.ts";
import { isAboutToBeSent } from "./resume.ts";

/** An account's stored sessions of a type that are open in no window and not about to be sent, newest first. */
export function useKeptWork(account: string, type: string): KeptSession[] {
  const [found, setFound] = useState<KeptSession[]>([]);
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
    const end = onKeptChanged(look);
    window.addEventListener("focus", look);
    return () => {
      isOver = true;
      end();
      window.removeEventListener("focus", look);
    };
  }, [account, type]);
  return found.filter((kept) => !isAboutToBeSent(kept));
}

/** Discards stored work; the toast offers undo. */
export function useDiscardKept(): (kept: KeptSession) => void {
  const show = useToast();
  return (kept) => {
    void forgetSession(kept.key);
    show({
      title: "Unsaved work discarded",
      action: { label: "Undo", run: () => void keepSession({ ...kept, owner: "" }) },
    });
  };
}

type Props = {
  /** The noun for documents of this type, for example "article". */
  what: string;
  kept: KeptSession[];
  onOpen: (kept: KeptSession) => void;
  isLate?: boolean;
};

/** Offers unsaved work stored in this browser. */
export function KeptOffers({ what, kept, onOpen, isLate = false }: Props) {
  const discard = useDiscardKept();
  return (
    <DraftOffers
      kind={{ what, titleOf: ({ title }: { title: string }) => title }}
      drafts={kept.map((one) => ({
        key: one.key,
        subject: one.id,
        values: { title: one.title },
        savedAt: one.savedAt,
        isReplaced: one.aside === "theirs",
        isLeftOut: one.aside === "mine",
        restore: one.session.conflict ? "Compare" : "Restore",
        isSuggestion: one.type !== what,
        kept: one,
      }))}
      onRestore={(offer) => onOpen(offer.kept)}
      onDiscard={(offer) => discard(offer.kept)}
      isLate={isLate}
    />
  );
}
