import { CircleAlert } from "lucide";
import { type ReactNode, useRef } from "react";
import type { ContentNode, ContentTag } from "#features/content/model.ts";
import { isCard, unmadeAddress } from "#features/content/rules.ts";
import { usePictureChooser } from "#features/media/pictures/admin/use-picture-chooser.tsx";
import { useUpload } from "#features/media/pictures/admin/use-upload.ts";
import { useCopied, useRemoteItems, useRetry } from "#features/media/remote/admin/remote-items.tsx";
import { hostOf, type RemoteItem } from "#features/media/remote/rules.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";

/** The position of a finding: a field by name, or an element of the text by selector and index. */
export type Place = { field: string } | { selector: string; at: number };
/** A suggestion to check before publishing, as a sentence without a full stop. */
export type Finding = { words: string; place: Place; actions?: readonly FindingAction[] };
/** An action on a finding. `label` is the accessible name, longer than `name`. */
export type FindingAction = { name: string; label: string; run: () => void };

/** Pictures of the text, without those that the editor adds for the caret and those of articles in an issue. */
export const IMAGES = ".picture > img";
const CARDS = "aside.card, aside.card-video";

/** A picture on another host, hidden from readers, or a pending card, with its position. */
export type RemotePlace = { kind: "picture" | "card"; address: string; place: Place };

const isElsewhere = (address: string) => /^https?:\/\//i.test(address);

/** The remote items of an article: its main picture, and pictures and cards of the text. */
export function remotePlaces({ values, content }: { values: { image_url: string }; content: readonly ContentNode[] }) {
  const own = values.image_url.trim();
  const found: RemotePlace[] = isElsewhere(own)
    ? [{ kind: "picture", address: own, place: { field: "image_url" } }]
    : [];
  for (const [at, image] of tagsIn(content, ({ name }) => name === "img").entries()) {
    const address = attribute(image, "src") ?? "";
    if (isElsewhere(address)) found.push({ kind: "picture", address, place: { selector: IMAGES, at } });
  }
  for (const [at, card] of tagsIn(content, isCard).entries()) {
    const address = unmadeAddress(card);
    if (address !== null) found.push({ kind: "card", address, place: { selector: CARDS, at } });
  }
  const isFirst = ({ kind, address }: RemotePlace, at: number) =>
    found.findIndex((one) => one.kind === kind && one.address === address) === at;
  return found.filter(isFirst);
}

export const attribute = (tag: ContentTag, name: string) => tag.attributes.find(([one]) => one === name)?.[1];

export function tagsIn(
  nodes: readonly ContentNode[],
  is: (tag: ContentTag) => boolean,
  found: ContentTag[] = [],
): ContentTag[] {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    if (is(node)) found.push(node);
    tagsIn(node.children, is, found);
  }
  return found;
}

type FindingHandlers = {
  retry: (item: RemoteItem) => void;
  upload: (address: string) => void;
  remove: (address: string) => void;
};

/** The remote items that could not be fetched, with actions. */
export function remoteFindings(
  places: readonly RemotePlace[],
  states: readonly RemoteState[],
  { retry, upload, remove }: FindingHandlers,
): Finding[] {
  return places.flatMap(({ kind, address, place }): Finding[] => {
    const state = states.find((one) => one.kind === kind && one.address === address);
    if (state?.state !== "failed") return [];
    const host = hostOf(address);
    const again = () => retry({ kind, address });
    const why = decapitalized(state.detail);
    if (kind === "card") {
      const actions = [{ name: "Retry", label: `Retry creating the card from ${host}`, run: again }];
      return [{ words: `No card from ${host}, readers see a link: ${why}`, place, actions }];
    }
    const actions = [
      { name: "Retry", label: `Retry copying the picture from ${host}`, run: again },
      { name: "Upload", label: `Upload a file instead of the picture on ${host}`, run: () => upload(address) },
      { name: "Remove", label: `Remove the picture on ${host}`, run: () => remove(address) },
    ];
    return [{ words: `Readers don’t see this picture: it could not be copied from ${host} (${why})`, place, actions }];
  });
}

/** Turns a sentence into the end of another one. */
export const decapitalized = (sentence: string) =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");

type Handlers = {
  /** Replaces the pictures of an address with a stored one, or removes them if `url` is null. */
  onReplace: (address: string, url: string | null) => void;
  /** Called with the copy of a picture. Returns whether the copy is used outside the text. */
  onCopied?: (copy: RemoteState) => boolean;
};

const NOWHERE = () => false;

/** The remote items that could not be fetched. `input` is a file chooser for replacements and must be rendered. */
export function useRemoteFindings(places: RemotePlace[], { onReplace, onCopied = NOWHERE }: Handlers) {
  const states = useRemoteItems(places);
  useCopied(states, onCopied);
  const retry = useRetry();
  const { once } = useTurns();
  const { input, upload } = useUploadInstead(onReplace);
  const again = (item: RemoteItem) =>
    void once(`${item.kind} ${item.address}`, () => retry(item), {
      title: item.kind === "picture" ? "Could not request the picture" : "Could not request the page",
      fallback: "Please try again in a moment.",
    });
  const handlers = { retry: again, upload, remove: (address: string) => onReplace(address, null) };
  return { findings: remoteFindings(places, states, handlers), input };
}

/** Uploads a chosen file and replaces the pictures of an address. */
function useUploadInstead(replace: (address: string, url: string) => void): {
  input: ReactNode;
  upload: (address: string) => void;
} {
  const address = useRef("");
  const { upload } = useUpload();
  // The article may have another picture when the upload ends.
  const latest = useRef(replace);
  latest.current = replace;
  const chooser = usePictureChooser(async ([file]) => {
    const replaced = address.current;
    const url = file ? await upload(file) : null;
    if (url !== null) latest.current(replaced, url);
  });
  const open = (of: string) => {
    address.current = of;
    chooser.open();
  };
  return { input: chooser.input, upload: open };
}

type FindingsProps = { label: string; findings: readonly Finding[]; onGo: (place: Place) => void };

/** Findings under their heading; nothing without any. */
export const NamedFindings = ({ label, ...of }: FindingsProps) =>
  of.findings.length > 0 && (
    <div>
      <h3 className="text-sm font-semibold">{label}</h3>
      <Findings label={label} {...of} />
    </div>
  );

type TextsProps = { required: readonly Finding[]; wanted: readonly Finding[]; onGo: (place: Place) => void };

/** What the house style asks for and a document lacks. */
export const PictureTexts = ({ required, wanted, onGo }: TextsProps) => (
  <>
    <NamedFindings label="Required" findings={required} onGo={onGo} />
    <NamedFindings label="Consider adding" findings={wanted} onGo={onGo} />
  </>
);

export function Findings({ label, findings, onGo }: FindingsProps) {
  return (
    <ul aria-label={label} className="mt-1.5">
      {findings.map(({ words, place, actions = [] }) => (
        <li key={`${words} ${JSON.stringify(place)}`}>
          <button
            type="button"
            onClick={() => onGo(place)}
            className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-start gap-2 px-2 py-1.5 text-left text-sm text-muted wrap-anywhere hover:bg-surface hover:text-ink pointer-coarse:min-h-11"
          >
            <Icon icon={CircleAlert} size={16} className="mt-0.5 shrink-0 text-accent" />
            {words}
          </button>
          {actions.length > 0 && (
            <div className="mb-2 ml-6 flex gap-2">
              {actions.map(({ name, label, run }) => (
                <AdminButton key={name} variant="quiet" aria-label={label} onClick={run}>
                  {name}
                </AdminButton>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
