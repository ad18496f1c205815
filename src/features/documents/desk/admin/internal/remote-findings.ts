import { hostOf, type RemoteItem } from "#features/media/remote/rules.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import type { Finding, RemotePlace } from "./checks.ts";

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
