import type { ReactNode } from "react";
import { Link } from "react-router";
import { adminUrl } from "#shared/urls.ts";
import { buttonLook } from "#ui/admin/controls.tsx";
import { LastBackup } from "./internal/last-backup.tsx";
import { NewsroomSettings } from "./internal/newsroom-settings.tsx";
import { RetentionSettings } from "./internal/retention-settings.tsx";

/** What the newsroom itself settles, for all who work in it; `children`: what other features add. */
export function SettingsScreen({ children }: { children?: ReactNode }) {
  return (
    <div className="max-w-2xl pt-6">
      <NewsroomSettings />
      {children}
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-md mb-3 font-semibold">How long data is kept</h2>
        <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
          What is kept about readers and the newsroom’s people is removed by itself. The privacy page states these
          periods.
        </p>
        <RetentionSettings />
      </section>
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-md mb-3 font-semibold">Backup</h2>
        <LastBackup />
      </section>
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-md mb-3 font-semibold">Audit log</h2>
        <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
          Who signed in, and who published, changed, deleted or exported what. Nobody can change it.
        </p>
        <Link to={adminUrl.audit()} className={buttonLook("plain")}>
          Open the Audit Log
        </Link>
      </section>
    </div>
  );
}
