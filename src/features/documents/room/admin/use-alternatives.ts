import type { RefObject } from "react";
import type { DocumentSession } from "#ui/admin/session/document-session.ts";
import type { Alternative } from "#ui/admin/session/session.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { type Stands, withLine, withWords } from "./alternatives.ts";
import { bothVersions } from "./content-sides.tsx";

export const CHOOSE_FIRST = "Choose between your words and another user's first.";

type Props<W extends object> = {
  session: DocumentSession<W>;
  element: RefObject<HTMLFormElement | null>;
  textField: string;
  isOwnStep: RefObject<boolean>;
};

/** The places where another user changed the same words, and the editor's choices. */
export function useAlternatives<W extends object>({ session, element, textField, isOwnStep }: Props<W>) {
  const show = useToast();
  const left = () => session.state.session.alternatives ?? [];
  return {
    list: left(),
    /** Whether something must be chosen before a publication. If so, it is shown. */
    mustChoose(): boolean {
      if (left().length === 0) return false;
      const first = element.current?.querySelector<HTMLElement>(".alternative");
      first?.scrollIntoView({ block: "center" });
      first?.focus({ preventScroll: true });
      show({ title: CHOOSE_FIRST, variant: "destructive" });
      return true;
    },
    choose(one: Alternative, stands: Stands): void {
      const text = String((session.current() as Record<string, unknown>)[one.field] ?? "");
      const line = () => (stands === "mine" ? withLine(one.field, text, one) : text);
      const next = one.field === textField ? withWords(text, one, stands, bothVersions) : line();
      const values = (next === text ? {} : { [one.field]: next }) as Partial<W>;
      const others = left().filter((other) => other !== one);
      // Undo in the text brings the other user's words back, whose version is stored.
      isOwnStep.current = true;
      session.decide({ kind: "settled", values, alternatives: others });
      isOwnStep.current = false;
      if (stands !== "theirs") return;
      const undo = () => session.decide({ kind: "settled", values: {}, alternatives: [...left(), one] });
      show({ title: "Your words were left out", action: { label: "Undo", run: undo } });
    },
  };
}
