import { Suspense } from "react";
import { lazyComponent } from "#ui/admin/lazy-component.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { LibraryProps } from "./internal/library.tsx";

const Library = lazyComponent<LibraryProps>(async () => (await import("./internal/library.tsx")).Library);

/** The media library; its code is loaded on the first visit. */
export function MediaLibrary(props: LibraryProps) {
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <Library {...props} />
    </Suspense>
  );
}
