import { useApi } from "#shared/use-api.ts";
import { delayedMails } from "./calls.ts";

/** How often delayed mails are checked for, in milliseconds. */
const INTERVAL = 15_000;

/** Shows that mails are delayed, and why: an unreachable mail server or a refused login becomes visible here. */
export function DelayedNote() {
  const { data } = useApi(delayedMails(), { refetchInterval: INTERVAL });
  const reason = data?.items[0]?.last_error;
  return (
    <div role="status">
      {data && reason && (
        <div className="mb-5 max-w-2xl border-l-4 border-down bg-surface px-4 py-3">
          <p className="font-medium text-down">
            {data.total === 1
              ? "1 mail could not leave yet and is"
              : `${data.total.toLocaleString("en")} mails could not leave yet and are`}{" "}
            tried again.
          </p>
          <p className="mt-1 text-[0.9375rem] text-muted wrap-anywhere">The reason: {reason}</p>
        </div>
      )}
    </div>
  );
}
