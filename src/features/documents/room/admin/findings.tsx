import { CircleAlert } from "lucide";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Finding, Place } from "./remote-findings.ts";

type FindingsProps = { label: string; findings: Finding[]; onGo: (place: Place) => void };

/** A list of findings, each a button that leads to its place. */
export function Findings({ label, findings, onGo }: FindingsProps) {
  return (
    <ul aria-label={label} className="mt-1.5">
      {findings.map(({ words, place, actions = [] }) => (
        <li key={`${words} ${JSON.stringify(place)}`}>
          <button
            type="button"
            onClick={() => onGo(place)}
            className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-start gap-2 px-2 py-1.5 text-left text-sm text-muted wrap-anywhere hover:bg-surface hover:text-ink pointer-coarse:min-h-11"
          >
            <Icon icon={CircleAlert} size={16} className="mt-0.5 shrink-0 text-accent" />
            {words}
          </button>
          {actions.length > 0 && (
            <div className="mb-2 ml-6 flex gap-2">
              {actions.map(({ name, label, run }) => (
                <AdminButton key={name} variant="quiet" aria-label={label} onClick={run}>
                  {name}
                </AdminButton>
              ))}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
