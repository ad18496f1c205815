import { Users } from "lucide";
import { useEffect, useEffectEvent, useState } from "react";
import type { DocumentType } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { Icon } from "#ui/icon.tsx";
import type { PresentPeople } from "../schema.ts";
import { watchPresence } from "./watch-presence.ts";

/** Names in a line; of more than three people the others are counted. */
const MAX_NAMES = 3;

const LIST = new Intl.ListFormat("en");

/**
 * Who else has a document open, in words: "Baraka Njoroge has this article open too." `isOpenTwice`: the user has it
 * open in another tab. Returns an empty text if nobody has.
 */
export function othersInWords(people: PresentPeople, isOpenTwice: boolean, type: DocumentType): string {
  const open = `this ${type} open`;
  const names = people.filter(({ is_me }) => !is_me).map(({ name }) => name);
  const own = isOpenTwice ? `You have ${open} in another tab too.` : "";
  if (names.length === 0) return own;
  const rest = names.length - MAX_NAMES;
  const named = rest > 0 ? [...names.slice(0, MAX_NAMES), `${rest} more`] : names;
  return `${LIST.format(named)} ${names.length === 1 ? "has" : "have"} ${open} too. ${own}`.trim();
}

type Props = {
  type: DocumentType;
  /** The number of the document; null while it is not stored. */
  id: number | null;
  /** Whether another tab of this browser has it open. */
  isOpenTwice: boolean;
  /** Somebody has come or gone. */
  onChange?: () => void;
  /** The document is stored as this ETag says: at the start, and after each save by anybody. */
  onSaved?: (etag: string) => void;
};

/** Says that this window has a document open, and shows who else has. */
export function OthersHere({ type, id, isOpenTwice, onChange, onSaved }: Props) {
  const api = useEditorApi();
  const [people, setPeople] = useState<PresentPeople>([]);
  const change = useEffectEvent(() => onChange?.());
  const saved = useEffectEvent((etag: string) => onSaved?.(etag));
  useEffect(() => {
    const closing = new AbortController();
    if (id === null) return;
    let isFirst = true;
    const show = (known: PresentPeople | null) => {
      setPeople(known ?? []);
      if (!isFirst) change();
      isFirst = false;
    };
    void watchPresence(api, { type, id }, { onPeople: show, onSaved: saved }, closing.signal);
    return () => closing.abort();
  }, [api, type, id]);
  return <PresenceLine words={othersInWords(people, isOpenTwice, type)} />;
}

/** Shows who else has the text open; an empty status if `words` is empty. */
export function PresenceLine({ words }: { words: string }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm font-medium not-empty:py-2">
      {words && (
        <>
          <Icon icon={Users} size={16} className="shrink-0 text-accent" />
          {words}
        </>
      )}
    </p>
  );
}
