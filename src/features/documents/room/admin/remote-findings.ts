import type { ContentNode, ContentTag } from "#features/content/model.ts";
import { isCard, unmadeAddress } from "#features/content/rules.ts";
import { hostOf, type RemoteItem } from "#features/media/remote/rules.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";

/** Where it is: a field by its name, or an element of the text: the selector of its kind, and its number among them. */
export type Place = { field: string } | { selector: string; at: number };
/** Something worth a look before readers see it, as a sentence without its full stop. */
export type Finding = { words: string; place: Place; actions?: readonly FindingAction[] };
/** What can be done about it at once. `label` says more than `name`, for whoever hears it alone. */
export type FindingAction = { name: string; label: string; run: () => void };

/** Without those that the editor adds for the caret, and those of articles within an issue. */
export const IMAGES = ".picture > img";
const CARDS = "aside.card, aside.card-video";

/** A picture on another host, which readers do not see, or a card that is not made yet, and where it is. */
export type RemotePlace = { kind: "picture" | "card"; address: string; place: Place };

const isElsewhere = (address: string) => /^https?:\/\//i.test(address);

/** What of the article is on other hosts: its own picture, and pictures and cards of the text. */
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

/** The elements that `is` accepts, in the order of the text. */
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
  /** Asks for it again. */
  retry: (item: RemoteItem) => void;
  /** Lets the editor choose a file to show instead of the pictures of an address. */
  upload: (address: string) => void;
  /** Removes the pictures of an address. */
  remove: (address: string) => void;
};

/** What could not be had from other hosts, and what can be done about it. */
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

/** A sentence as the rest of another one. */
const decapitalized = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
