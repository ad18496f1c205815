import { EventSourceParserStream } from "eventsource-parser/stream";
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
import { PLACE_INTERVAL_MS } from "#features/documents/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { DOCUMENT_PATHS, type DocumentKey, type DocumentTypeName } from "#shared/document.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { PresenceEndpoints } from "../endpoints.ts";
import type { OtherPlaces, Place, PresentPeople, SavedVersion, SuggestionState } from "../schema.ts";

/**
 * Reports the user's position at most once per interval, and only while others have the document open. `send` rejects
 * if the report did not arrive.
 */
export function reportPlaces(send: (place: Place) => Promise<unknown>) {
  let latest: Place | null = null;
  let sent = "";
  let hasOthers = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const text = JSON.stringify(latest);
    if (!latest || !hasOthers || text === sent) return;
    sent = text;
    send(latest).catch(() => {
      sent = "";
    });
  };
  const soon = () => {
    timer ??= setTimeout(flush, PLACE_INTERVAL_MS);
  };
  return {
    moveTo(place: Place): void {
      // The words of the block change while its user types, the position does not.
      if (latest?.field === place.field && latest.block?.at === place.block?.at && isAround(latest, place)) return;
      latest = place;
      soon();
    },
    setHasOthers(is: boolean): void {
      hasOthers = is;
      soon();
    },
    /** Resends the position after the server has lost it. */
    restart(): void {
      sent = "";
      soon();
    },
    close: () => clearTimeout(timer),
  };
}

const isAround = (one: Place, other: Place) =>
  one.block?.near[0] === other.block?.near[0] &&
  one.block?.near[2] === other.block?.near[2] &&
  JSON.stringify(one.block?.caret) === JSON.stringify(other.block?.caret);

/** Delay before a failed stream is reopened; doubles each time. Milliseconds. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

const presence = editorClientOf<PresenceEndpoints>();

/** Reports the user's position in a document. Throws `ApiError` or `NetworkError`. */
export const sendPlace = (api: EditorApi, { type, id }: DocumentKey, place: Place): Promise<unknown> =>
  presence.send(api, `PUT ${DOCUMENT_PATHS[type]}/:id/presence`, { params: { id }, body: place });

/**
 * `onPeople` receives all people who have the document open, including the user; null while disconnected. `onSaved`
 * receives the ETag of the stored version at the start and after each save, including this window's. `onOpen`: the server
 * does not know the user's position yet.
 */
type Watcher = {
  onPeople: (people: PresentPeople | null) => void;
  onPlaces?: (places: OtherPlaces) => void;
  onSaved?: (etag: string) => void;
  onOpen?: () => void;
  /** Receives a text that changes with the suggestions; also called at the start. */
  onSuggestions?: (state: string) => void;
};

/** Reports that this window has a document open, until `signal`, and watches people and saves. */
export async function watchPresence(
  api: Pick<EditorApi, "stream">,
  { type, id }: DocumentKey,
  { onPeople, onPlaces, onSaved, onSuggestions, onOpen }: Watcher,
  signal: AbortSignal,
): Promise<void> {
  const url = presence.url(`GET ${DOCUMENT_PATHS[type]}/:id/presence`, { params: { id } });
  for (let pause = MIN_PAUSE_MS; !signal.aborted; ) {
    let hasTold = false;
    try {
      const bytes = await api.stream(url, signal);
      onOpen?.();
      const events = bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
      for (let next = await events.read(); !next.done; next = await events.read()) {
        const { event, data } = next.value;
        if (event === "presence") onPeople(JSON.parse(data) as PresentPeople);
        if (event === "places") onPlaces?.(JSON.parse(data) as OtherPlaces);
        if (event === "saved") onSaved?.((JSON.parse(data) as SavedVersion).etag);
        if (event === "suggestions") onSuggestions?.((JSON.parse(data) as SuggestionState).state);
        hasTold = true;
      }
    } catch (error) {
      if (signal.aborted) return;
      onPeople(null);
      // The document was deleted or the user may not read it. After 401 the window continues with the next login.
      if (error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status)) return;
    }
    // Streams end regularly; after a successful one the next starts immediately.
    if (!hasTold) await pauseFor(pause * (0.5 + Math.random() / 2), signal);
    pause = hasTold ? MIN_PAUSE_MS : Math.min(2 * pause, MAX_PAUSE_MS);
  }
}

function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}

/** Lists at most three names; the others are counted. */
const MAX_NAMES = 3;

const LIST = new Intl.ListFormat("en");

/**
 * Describes who else has a document open: "Baraka Njoroge has this article open too." `isOpenTwice`: the user has it
 * open in another tab. Returns an empty text if no other user has.
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

type Shared = {
  /** Everyone who has the document open. */
  people: PresentPeople;
  others: readonly OtherHere[];
  moveTo: (place: Place) => void;
};
const Places = createContext<Shared>({ people: [], others: [], moveTo: () => undefined });

/** Who has the document open, the positions of others, and a function that reports the user's. */
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
  /** Edits were suggested, accepted or rejected; `state` differs each time. */
  onSuggestions?: (state: string) => void;
  /** The room, which shows who is here and where. */
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
  const shared = useMemo(() => ({ people, others: othersOf(people, places), moveTo }), [people, places, moveTo]);
  return (
    <Places value={shared}>
      <PresenceLine words={othersInWords(people, isOpenTwice, type)} />
      <WhereOthersAre others={shared.others} />
      {children}
    </Places>
  );
}

const othersOf = (people: PresentPeople, places: OtherPlaces): OtherHere[] =>
  places.flatMap(({ user, place }) => {
    const person = people.find((one) => one.user === user && !one.is_me);
    return person ? [{ id: user, name: person.name, place }] : [];
  });

/** Who is where, for screen readers. Not announced: people move all the time. */
function WhereOthersAre({ others }: { others: readonly OtherHere[] }) {
  if (others.length === 0) return null;
  return (
    <ul aria-label="Where others are" className="sr-only">
      {others.map((other) => (
        <li key={other.id}>{whereInWords(other)}</li>
      ))}
    </ul>
  );
}

/** A position in words: "Baraka Njoroge is in block 3 of the text." */
export const whereInWords = ({ name, place: { field, block } }: OtherHere): string =>
  `${name} is in ${block ? `block ${block.at + 1} of the text` : `the ${field.replaceAll("_", " ")}`}.`;

/** Announces who else has the text open; the bar shows it. */
const PresenceLine = ({ words }: { words: string }) => (
  <p role="status" className="sr-only">
    {words}
  </p>
);
