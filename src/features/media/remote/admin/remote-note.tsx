import { isRemote } from "#shared/pictures.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useSettled } from "#ui/admin/timing.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { hostOf } from "../rules.ts";
import { useCopied } from "./use-copied.ts";
import { useRemoteItems, useRetry } from "./use-remote-items.ts";

/** Debounce of a typed address, in milliseconds. */
const PAUSE_MS = 1_200;

type Props = { address: string; onCopied: (url: string) => void };

/** The note below a picture on another host: that it is being copied, or why it could not be. */
export function RemoteNote({ address, onCopied }: Props) {
  const settled = useSettled(address.trim(), PAUSE_MS);
  const isElsewhere = isRemote(settled) && URL.canParse(settled) && settled === address.trim();
  const [state] = useRemoteItems(isElsewhere ? [{ kind: "picture", address: settled }] : []);
  const retry = useRetry();
  const call = useCall();
  useCopied(state ? [state] : [], ({ url }) => {
    onCopied(url);
    return true;
  });
  if (!isElsewhere || !state) return null;
  const host = hostOf(settled);
  const again = () =>
    void call.run(() => retry({ kind: "picture", address: settled }), {
      title: "Could not ask for the picture",
      fallback: "Please try again in a moment.",
    });
  return (
    <div role="status" className="meta mt-2 flex flex-wrap items-center gap-x-3">
      {state.state === "failed" ? (
        <>
          <span>
            This picture could not be copied from {host}. {state.detail}
          </span>
          <AdminButton variant="quiet" isBusy={call.isBusy} onClick={again}>
            Retry
          </AdminButton>
        </>
      ) : (
        <span>This picture is being copied from {host}: readers see only the copy.</span>
      )}
    </div>
  );
}
