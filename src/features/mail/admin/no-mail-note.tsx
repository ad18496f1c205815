import { useSite } from "#shared/site-context.tsx";

/** Says that mails reach nobody where the site has no mail server. */
export function NoMailNote() {
  const site = useSite();
  if (site.sendsMail) return null;
  return (
    <p className="mb-4 max-w-2xl border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      This site has no mail server. Mails are written to files on the server and reach nobody.
    </p>
  );
}
