import { useSite } from "#shared/site-context.tsx";

const LABELS = ["Twitter", "Facebook", "LinkedIn", "Instagram"] as const;

/** The social labels. One without a target in the settings stays a plain word. */
export function SocialLabels() {
  const { social } = useSite();
  return (
    <ul aria-label="Social media" className="meta -mx-2 flex flex-wrap">
      {LABELS.map((label) => {
        const target = social[label];
        return (
          <li key={label}>
            {target ? (
              <a
                href={target}
                rel="me noopener"
                className="link-quiet inline-flex min-h-11 items-center px-2 hover:text-ink"
              >
                {label}
              </a>
            ) : (
              <span className="inline-flex min-h-11 items-center px-2">{label}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
