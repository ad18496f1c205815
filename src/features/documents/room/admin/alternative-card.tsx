import { type ReactNode, useMemo } from "react";
import { blockKey } from "#features/content/keys.ts";
import { withNotesInLine } from "#features/content/rules.ts";
import type { CardInText } from "#features/editor/admin/rich-text.ts";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import { fingerprint } from "#shared/fingerprint.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import type { Alternative } from "#ui/admin/session/session.ts";
import { type Stands, wordsOf } from "./alternatives.ts";
import { contentSides, markedWords } from "./content-sides.tsx";
import type { RoomForm } from "./use-room-form.ts";

type Props = { alternative: Alternative; label?: string; isText: boolean; onChoose: (stands: Stands) => void };

/** The words of two people at one place: those in the text, the editor's own, and the choice between them. */
function AlternativeCard({ alternative: { mine, theirs, by }, label, isText, onChoose }: Props) {
  const { data: own } = useApi(ownProfile());
  const isOwn = by !== null && by === own?.name;
  const sides = useMemo(
    () => (isText ? contentSides(withNotesInLine(mine), withNotesInLine(theirs)) : markedWords(mine, theirs)),
    [isText, mine, theirs],
  );
  const name = isOwn ? "Your other window" : (by ?? "Saved elsewhere");
  const who = isOwn
    ? "You changed the same words in another window"
    : `${by ?? "Another user"} and you changed the same words`;
  const side = (title: string, words: string, shown: ReactNode) => (
    <div className="min-w-0 border-l-2 border-rule pl-3">
      <dt className="meta font-semibold">{title}</dt>
      <dd className="space-y-2 wrap-anywhere">{words === "" ? <p className="meta">(deleted)</p> : shown}</dd>
    </div>
  );
  return (
    <section
      aria-label={label ? `${label}: ${who}` : who}
      tabIndex={-1}
      className="alternative my-3 border border-l-4 border-rule border-l-down bg-surface px-4 py-3 text-start font-sans text-base"
    >
      <p className="text-sm font-semibold">
        {label && `${label}: `}
        {who}
      </p>
      <dl className="mt-2 grid gap-3 text-[0.9375rem] sm:grid-cols-2">
        {side(`${name}, in the ${isText ? "text" : "field"}`, theirs, sides.theirs)}
        {side("Yours", mine, sides.mine)}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <AdminButton onClick={() => onChoose("theirs")}>
          {isOwn || by === null ? "Leave it as it is" : `Keep ${by}’s`}
        </AdminButton>
        <AdminButton onClick={() => onChoose("mine")}>Use yours</AdminButton>
        {isText && mine !== "" && theirs !== "" && <AdminButton onClick={() => onChoose("both")}>Both</AdminButton>}
      </div>
    </section>
  );
}

type FormOf<Row extends { id: number }, W extends object, C extends object> = { form: RoomForm<Row, W, C> };

/** Choices about fields other than the text, above the form. */
export function FieldAlternatives<Row extends { id: number }, W extends object, C extends object>({
  form: { type, alternatives },
}: FormOf<Row, W, C>) {
  const fields = type.fields as Readonly<Record<string, { label: string }>>;
  return alternatives.list.map((alternative) =>
    alternative.field === type.textField ? null : (
      <AlternativeCard
        key={`${alternative.field} ${alternative.mine}`}
        alternative={alternative}
        label={fields[alternative.field]?.label ?? alternative.field}
        isText={false}
        onChoose={(stands) => alternatives.choose(alternative, stands)}
      />
    ),
  );
}

/** Choices about the text, for its editor. */
export function useTextAlternatives<Row extends { id: number }, W extends object, C extends object>({
  type,
  alternatives,
}: RoomForm<Row, W, C>): CardInText[] {
  return alternatives.list.flatMap((alternative) => {
    if (alternative.field !== type.textField) return [];
    const { mine, theirs, before = "" } = alternative;
    return {
      id: fingerprint([mine, theirs]),
      words: wordsOf(blockKey(theirs)),
      before: wordsOf(blockKey(before)),
      card: (
        <AlternativeCard
          alternative={alternative}
          isText
          onChoose={(stands) => alternatives.choose(alternative, stands)}
        />
      ),
    };
  });
}
