import type { ContentNode, ContentTag } from "#features/content/model.ts";
import { isCard, unmadeAddress } from "#features/content/rules.ts";
import { hostOf, type RemoteItem } from "#features/media/remote/rules.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";

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

/** The elements that pass `is`, in text order. */
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

type Handlers = {
  /** Retries the fetch. */
  retry: (item: RemoteItem) => void;
  /** Opens a file chooser to replace the pictures of an address. */
  upload: (address: string) => void;
  /** Removes the pictures of an address. */
  remove: (address: string) => void;
};

/** The remote items that could not be fetched, with actions. */
export function remoteFindings(
  places: readonly RemotePlace[],
  states: readonly RemoteState[],
  { retry, upload, remove }: Handlers,
): Finding[] {
  return places.flatMap(({ kind, address, place }): Finding[] => {
    const state = states.find((one) => one.kind === kind && one.address === address);
    if (state?.state !== "failed") return [];
    const host = hostOf(address);
    const again = () => retry({ kind, address });
    const why = decapitalized(state.detail);
    if (kind === "card") {
      const actions = [{ name: "Retry", label: `Retry to make the card from ${host}`, run: again }];
      return [{ words: `The card could not be made from ${host}, and is a plain link: ${why}`, place, actions }];
    }
    const actions = [
      { name: "Retry", label: `Retry to copy the picture from ${host}`, run: again },
      { name: "Upload", label: `Upload a file instead of the picture on ${host}`, run: () => upload(address) },
      { name: "Remove", label: `Remove the picture on ${host}`, run: () => remove(address) },
    ];
    return [{ words: `Readers don’t see this picture: it could not be copied from ${host} (${why})`, place, actions }];
  });
}

/** Turns a sentence into the end of another one. */
const decapitalized = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
