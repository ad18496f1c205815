import { Link } from "react-router";
import { MINUTE } from "#shared/time.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { systemNotices } from "./calls.ts";

const LINK = "underline underline-offset-4 hover:text-accent";

/** A bar on every screen while something needs attention: a staging copy, a failed backup, a proposed signing key, a webhook. */
export function SystemNotice() {
  const { data } = useApi(systemNotices(), { refetchInterval: MINUTE });
  if (!data || !Object.values(data).includes(true)) return null;
  return (
    <div role="status" className="border-b border-rule bg-surface text-sm">
      <div className="admin-width space-y-1 py-2">
        {data.is_staging && (
          <p className="text-pretty">
            <strong className="font-semibold">Staging copy.</strong> Readers get no mails, and search engines are asked
            to stay away.
          </p>
        )}
        {data.is_rotation_proposed && (
          <p className="text-pretty">
            <strong className="font-semibold">A chief has left.</strong> Consider a new signing key.{" "}
            <Link to={adminUrl.system()} className={LINK}>
              See why
            </Link>
          </p>
        )}
        {data.is_webhook_off && (
          <p className="text-pretty">
            <strong className="font-semibold">A webhook was switched off.</strong>{" "}
            <Link to={adminUrl.webhooks()} className={LINK}>
              See why
            </Link>
          </p>
        )}
        {data.is_backup_failed && (
          <p className="text-pretty">
            <strong className="font-semibold">The latest backup failed.</strong>{" "}
            <Link to={adminUrl.system()} className={LINK}>
              See why
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}
