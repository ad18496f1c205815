import type { RefObject } from "react";
import type { DocumentSession } from "#ui/admin/session/document-session.ts";
import type { Alternative } from "#ui/admin/session/session.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { type Stands, withBlock, withLine, withWords } from "./alternatives.ts";
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
  const textOf = (field: string) => String((session.current() as Record<string, unknown>)[field] ?? "");
  /** Changes values as a step of the user, whose undo in the text brings back what was there. */
  const decide = (values: Record<string, string>, alternatives: readonly Alternative[]) => {
    isOwnStep.current = true;
    session.decide({ kind: "settled", values: values as Partial<W>, alternatives });
    isOwnStep.current = false;
  };
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
    /** Puts a paragraph of another version into the text. */
    restoreBlock: (block: string, before: string) =>
      decide({ [textField]: withBlock(textOf(textField), block, before) }, left()),
    choose(one: Alternative, stands: Stands): void {
      const text = textOf(one.field);
      const line = () => (stands === "mine" ? withLine(one.field, text, one) : text);
      const next = one.field === textField ? withWords(text, one, stands, bothVersions) : line();
      const others = left().filter((other) => other !== one);
      decide(next === text ? {} : { [one.field]: next }, others);
      if (stands !== "theirs") return;
      const undo = () => session.decide({ kind: "settled", values: {}, alternatives: [...left(), one] });
      show({ title: "Your words were left out", action: { label: "Undo", run: undo } });
    },
  };
}
