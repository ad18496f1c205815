import { Suspense } from "react";
import { lazyComponent } from "#ui/admin/lazy-component.ts";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { LibraryProps } from "./internal/library.tsx";

const Library = lazyComponent<LibraryProps>(async () => (await import("./internal/library.tsx")).Library);

const Loading = () => (
  <>
    <ScreenHead title="Media" />
    <Skeleton className="h-96 w-full" />
  </>
);

/** The media library; its code is loaded on the first visit. */
export function MediaLibrary(props: LibraryProps) {
  return (
    <Suspense fallback={<Loading />}>
      <Library {...props} />
    </Suspense>
  );
}
