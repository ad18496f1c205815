import { AuditScreen } from "#features/audit/admin/audit-screen.tsx";
import { allAuthors } from "#features/identity/accounts/admin/own-profile.ts";
import { AuditRetention } from "#features/settings/admin/retention.tsx";
import { useApi } from "#shared/use-api.ts";

/** The audit log, with what other features know: who there is, and how long it is kept. `settings` leads back. */
export function AuditPlace({ settings }: { settings: string }) {
  const { data: people = [] } = useApi(allAuthors());
  return <AuditScreen settings={settings} people={people} retention={<AuditRetention />} />;
}
