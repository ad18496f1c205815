import type { ReactNode } from "react";
import { useSite } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { delayedMails, rejectedMails } from "./mail-list.tsx";

/** How often delayed mails are checked for, in milliseconds. */
const INTERVAL = 15_000;

/** Shows that mails are delayed or rejected because of this site, and why: an editor or the operator must act. */
export function DelayedNote() {
  const delayed = useApi(delayedMails(), { refetchInterval: INTERVAL }).data;
  const rejected = useApi(rejectedMails(), { refetchInterval: INTERVAL }).data;
  return (
    <div role="status">
      <Note count={delayed?.total} reason={delayed?.items[0]?.last_error}>
        {delayed?.total === 1 ? "could not leave yet and is tried again." : "could not leave yet and are tried again."}
      </Note>
      <Note count={rejected?.total} reason={rejected?.items[0]?.last_error}>
        rejected in the last week because of your mail server or your mails, not because of the readers.
      </Note>
    </div>
  );
}

type NoteProps = { count: number | undefined; reason: string | undefined; children: ReactNode };

function Note({ count, reason, children }: NoteProps) {
  if (!count || !reason) return null;
  return (
    <div className="mb-5 max-w-2xl border-l-4 border-down bg-surface px-4 py-3">
      <p className="font-medium text-down">
        {count === 1 ? "1 mail" : `${count.toLocaleString("en")} mails`} {children}
      </p>
      <p className="mt-1 text-[0.9375rem] text-muted wrap-anywhere">The reason: {reason}</p>
    </div>
  );
}

/** Warns that no mails are delivered because the site has no mail server. */
export function NoMailNote() {
  const site = useSite();
  if (site.sendsMail) return null;
  return (
    <p className="mb-4 max-w-2xl border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      This site has no mail server. Mails are written to files on the server and reach nobody.
    </p>
  );
}
