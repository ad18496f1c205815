import { Suspense, useImperativeHandle, useRef, useState } from "react";
import { lazyComponent } from "#ui/admin/lazy-component.ts";
import { PlaceBoundary } from "#ui/admin/place-boundary.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { RichTextHandle, RichTextProps } from "./rich-text.ts";

/** The editor is the largest part of the admin area, so it is loaded with the first form. */
const EditorSurface = lazyComponent<RichTextProps>(
  async () => (await import("./internal/editor-surface.tsx")).EditorSurface,
);

/** Preloads the editor; a failure is reported when it is rendered. */
export function preloadEditor(): void {
  void import("./internal/editor-surface.tsx").catch(() => undefined);
}

/**
 * The rich-text editor (Tiptap), which other features import as this one component; `KeysHelp` documents its keys.
 * Owns no table. Promises: it produces what the server stores, no content is lost by opening and saving it, and its
 * code loads with the first form instead of the page.
 */
export function RichTextEditor({ ref, ...props }: RichTextProps) {
  const [value, setValue] = useState(props.value);
  const handle = useRef<RichTextHandle>(null);
  const { onChange } = props;
  useImperativeHandle(
    ref,
    () => ({
      html: () => handle.current?.html() ?? value,
      focus: () => handle.current?.focus(),
      find: () => handle.current?.find(),
      goTo: (heading) => handle.current?.goTo(heading),
      showKeys: () => handle.current?.showKeys(),
      show: (selector, at) => handle.current?.show(selector, at),
      replacePictures: (address, url) => handle.current?.replacePictures(address, url),
      beginWith: (picture) => handle.current?.beginWith(picture),
      showPassage: (id) => handle.current?.showPassage(id),
      revealPassage: (id) => handle.current?.revealPassage(id),
      showSuggestion: (id) => handle.current?.showSuggestion(id),
      replace: (html, whose) => {
        if (handle.current) return handle.current.replace(html, whose);
        // Not loaded yet: the editor will start with this value.
        setValue(html);
        onChange(html);
      },
    }),
    [value, onChange],
  );
  return (
    <PlaceBoundary part="the editor">
      <Suspense fallback={<Loading label={props.label} labelHidden={props.labelHidden} />}>
        <EditorSurface {...props} value={value} ref={handle} />
      </Suspense>
    </PlaceBoundary>
  );
}

function Loading({ label, labelHidden }: Pick<RichTextProps, "label" | "labelHidden">) {
  return (
    <div aria-busy="true">
      <p className={labelHidden ? "sr-only" : "mb-1.5 text-sm font-semibold"}>{label}</p>
      <Skeleton className="h-[200px] w-full" />
    </div>
  );
}
