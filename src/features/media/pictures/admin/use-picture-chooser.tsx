import { type ReactNode, useRef } from "react";
import { PICTURE_TYPES } from "./use-upload.ts";

type Options = {
  /** The input's name, if the file is sent with a form. */
  name?: string;
  /** Whether several may be chosen at once. */
  multiple?: boolean;
};

/** The browser's file chooser for a custom button: `open` opens it, `input` is the hidden element to render. */
export function usePictureChooser(
  onChoose: (files: File[]) => void,
  options: Options = {},
): { open: () => void; input: ReactNode } {
  const chooser = useRef<HTMLInputElement>(null);
  const input = (
    <input
      {...options}
      ref={chooser}
      type="file"
      accept={PICTURE_TYPES}
      tabIndex={-1}
      aria-hidden="true"
      className="hidden"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Allows choosing the same file again.
        target.value = "";
        if (files.length > 0) onChoose(files);
      }}
    />
  );
  return { open: () => chooser.current?.click(), input };
}
