import { afterStoring } from "#ui/admin/edit-form/store-typed.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";

type RestoringForm<Row> = {
  act: (action: (before: Versioned<Row>) => Promise<Versioned<Row>>) => Promise<void>;
};

/** Restores a version as a new one and shows it in the room. The previous text stays as a version. */
export function useRestoreVersion<Row>(
  form: RestoringForm<Row>,
  restoreIn: (before: Versioned<Row>, n: number) => Promise<Versioned<Row>>,
  onRestored: () => void,
) {
  const show = useToast();
  const { isBusy, run } = useCall();
  const restore = (n: number) =>
    run(
      async () => {
        await form.act((before) => restoreIn(before, n));
        onRestored();
        show({ title: "Version restored" });
      },
      { title: "Error restoring the version", fallback: afterStoring("Could not restore the version") },
    );
  return { isBusy, restore: (n: number) => void restore(n) };
}
