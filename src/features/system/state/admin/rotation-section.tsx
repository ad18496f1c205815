import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { StateEndpoints } from "../endpoints.ts";
import { systemNotices, systemState } from "./calls.ts";

const system = editorClientOf<StateEndpoints>();

/** Proposes a new signing key after a chief has left. */
export function RotationSection({ since }: { since: string }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const settle = () =>
    run(
      async () => {
        const { body } = await system.send(api, "POST /system/rotation/settle");
        client.setQueryData(systemState().queryKey, body);
        void client.invalidateQueries(systemNotices());
        show({ title: "The proposal is settled" });
      },
      { title: "Nothing was changed", fallback: "Please try again." },
    );
  return (
    <section className="mt-10 border-t border-rule pt-6" aria-labelledby="rotation-title">
      <h2 id="rotation-title" className="headline-sm mb-3 font-semibold">
        Signing key
      </h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem]">
        A chief lost the role or the login <PastTime at={since} />. Anybody who knows the signing key can act as any
        user, and a chief may have seen it on the server or in an older backup. The operator replaces it with{" "}
        <code>npm run jarida -- secret rotate</code>, a restart, and later <code>secret forget</code>.
      </p>
      <AdminButton isBusy={isBusy} onClick={() => void settle()}>
        Mark as settled
      </AdminButton>
    </section>
  );
}
