import { Users } from "lucide";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import type { DocumentTypeName } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { Icon } from "#ui/icon.tsx";
import type { OtherPlaces, Place, PresentPeople } from "../schema.ts";
import { reportPlaces, sendPlace, watchPresence } from "./watch-presence.ts";

/** Lists at most three names; the others are counted. */
const MAX_NAMES = 3;

const LIST = new Intl.ListFormat("en");

/**
 * Describes who else has a document open: "Baraka Njoroge has this article open too." `isOpenTwice`: the user has it
 * open in another tab. Returns an empty text if nobody has.
 */
export function othersInWords(people: PresentPeople, isOpenTwice: boolean, type: DocumentTypeName): string {
  const open = `this ${type} open`;
  const names = people.filter(({ is_me }) => !is_me).map(({ name }) => name);
  const own = isOpenTwice ? `You have ${open} in another tab too.` : "";
  if (names.length === 0) return own;
  const rest = names.length - MAX_NAMES;
  const named = rest > 0 ? [...names.slice(0, MAX_NAMES), `${rest} more`] : names;
  return `${LIST.format(named)} ${names.length === 1 ? "has" : "have"} ${open} too. ${own}`.trim();
}

/** Another user who has the document open, and their position. */
export type OtherHere = { id: number; name: string; place: Place };

type Shared = { others: readonly OtherHere[]; moveTo: (place: Place) => void };
const Places = createContext<Shared>({ others: [], moveTo: () => undefined });

/** The positions of others, and a function that reports the user's. */
export const useOthersHere = (): Shared => use(Places);

type Props = {
  type: DocumentTypeName;
  /** The id of the document; null while it is not stored. */
  id: number | null;
  /** Whether another tab of this browser has it open. */
  isOpenTwice: boolean;
  /** Called when people arrive or leave. */
  onChange?: () => void;
  /** Called with the stored ETag at the start and after each save by any user. */
  onSaved?: (etag: string) => void;
  /** Edits were suggested, accepted or rejected since the last time; `state` differs each time. */
  onSuggestions?: (state: string) => void;
  /** The document, which shows the positions of others. */
  children: ReactNode;
};

/** Reports that this window has a document open and its user's position, and shows others. */
export function OthersHere({ type, id, isOpenTwice, onChange, onSaved, onSuggestions, children }: Props) {
  const api = useEditorApi();
  const [people, setPeople] = useState<PresentPeople>([]);
  const [places, setPlaces] = useState<OtherPlaces>([]);
  const change = useEffectEvent(() => onChange?.());
  const saved = useEffectEvent((etag: string) => onSaved?.(etag));
  const suggested = useEffectEvent((state: string) => onSuggestions?.(state));
  const reporter = useRef<ReturnType<typeof reportPlaces>>(null);
  useEffect(() => {
    const closing = new AbortController();
    if (id === null) return;
    const document = { type, id };
    const report = reportPlaces((place) => sendPlace(api, document, place));
    reporter.current = report;
    let isFirst = true;
    const show = (known: PresentPeople | null) => {
      setPeople(known ?? []);
      report.setHasOthers(known?.some(({ is_me }) => !is_me) === true);
      if (known === null) setPlaces([]);
      if (!isFirst) change();
      isFirst = false;
    };
    const watcher = {
      onPeople: show,
      onPlaces: setPlaces,
      onSaved: saved,
      onSuggestions: suggested,
      onOpen: report.restart,
    };
    void watchPresence(api, document, watcher, closing.signal);
    return () => {
      closing.abort();
      report.close();
    };
  }, [api, type, id]);
  const moveTo = useCallback((place: Place) => reporter.current?.moveTo(place), []);
  const shared = useMemo(() => ({ others: othersOf(people, places), moveTo }), [people, places, moveTo]);
  return (
    <Places value={shared}>
      <PresenceLine words={othersInWords(people, isOpenTwice, type)} />
      {children}
    </Places>
  );
}

/** The other people who have reported a position. */
const othersOf = (people: PresentPeople, places: OtherPlaces): OtherHere[] =>
  places.flatMap(({ user, place }) => {
    const person = people.find((one) => one.user === user && !one.is_me);
    return person ? [{ id: user, name: person.name, place }] : [];
  });

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
