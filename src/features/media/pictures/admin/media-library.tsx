import { type ComponentType, lazy, Suspense, useState } from "react";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { LibraryProps } from "./internal/library.tsx";

type LoadedProps = LibraryProps & { onRetry: () => void };

const load = () =>
  lazy<ComponentType<LoadedProps>>(() =>
    import("./internal/library.tsx").then(
      ({ Library }) => ({ default: Library }),
      () => ({ default: NotLoaded }),
    ),
  );
let library = load();

/** The media library; its code is loaded on the first visit. */
export function MediaLibrary(props: LibraryProps) {
  const [Loaded, setLoaded] = useState(() => library);
  function retry() {
    library = load();
    setLoaded(() => library);
  }
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <Loaded {...props} onRetry={retry} />
    </Suspense>
  );
}

function NotLoaded({ onRetry }: LoadedProps) {
  return <FailedNote onRetry={onRetry}>Could not load the media library.</FailedNote>;
}
