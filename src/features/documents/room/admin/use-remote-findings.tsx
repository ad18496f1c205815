import { type ReactNode, useRef } from "react";
import { usePictureChooser } from "#features/media/pictures/admin/use-picture-chooser.tsx";
import { useUpload } from "#features/media/pictures/admin/use-upload.ts";
import { useCopied } from "#features/media/remote/admin/use-copied.ts";
import { useRemoteItems, useRetry } from "#features/media/remote/admin/use-remote-items.ts";
import type { RemoteItem } from "#features/media/remote/rules.ts";
import type { RemoteState } from "#features/media/remote/schema.ts";
import { useTurns } from "#ui/admin/use-call.ts";
import { type RemotePlace, remoteFindings } from "./remote-findings.ts";

type Handlers = {
  /** Replaces the pictures of an address with a stored one, or removes them if `url` is null. */
  onReplace: (address: string, url: string | null) => void;
  /** Called with the copy of a picture. Returns whether the copy is used outside the text. */
  onCopied?: (copy: RemoteState) => boolean;
};

const NOWHERE = () => false;

/** What could not be had from other hosts. `input` must be rendered: it lets the editor choose a file instead. */
export function useRemoteFindings(places: RemotePlace[], { onReplace, onCopied = NOWHERE }: Handlers) {
  const states = useRemoteItems(places);
  useCopied(states, onCopied);
  const retry = useRetry();
  const { once } = useTurns();
  const { input, upload } = useUploadInstead(onReplace);
  const again = (item: RemoteItem) =>
    void once(`${item.kind} ${item.address}`, () => retry(item), {
      title: item.kind === "picture" ? "Could not ask for the picture" : "Could not ask for the page",
      fallback: "Please try again in a moment.",
    });
  const handlers = { retry: again, upload, remove: (address: string) => onReplace(address, null) };
  return { findings: remoteFindings(places, states, handlers), input };
}

/** Uploads a file that the editor chooses, and shows it instead of the pictures of an address. */
function useUploadInstead(replace: (address: string, url: string) => void): {
  input: ReactNode;
  upload: (address: string) => void;
} {
  const address = useRef("");
  const { upload } = useUpload();
  // By the time a file is uploaded, the article may have another picture.
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
