import { type ReactNode, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import { ROLE_WORDS } from "#features/identity/people/admin/roles.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { RadioGroup } from "#ui/admin/controls.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { chooseTheme, chosenTheme, THEMES, type Theme } from "./choose-theme.ts";

type Props = { onShortcuts: () => void; onLogOut: () => void };

/** Who is logged in, and everything that belongs to the account and this browser. */
export function AccountMenu({ onShortcuts, onLogOut }: Props) {
  const { data: profile } = useApi(ownProfile());
  const hasNewsroom = useHasNewsroom();
  const menu = useRef<HTMLElement>(null);
  const id = useId();
  const [theme, setTheme] = useState<Theme>("system");
  const close = () => {
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  };
  const closeAnd = (act: () => void) => () => {
    close();
    act();
  };
  const links = [
    { to: `${pageUrl.admin()}?tab=profile`, label: "Author profile" },
    ...(hasNewsroom
      ? [
          { to: adminUrl.security(), label: "Password and sessions" },
          { to: adminUrl.notifications(), label: "Notification settings" },
          { to: adminUrl.holdings(), label: "Holdings" },
        ]
      : []),
  ];
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={profile ? `Account of ${profile.name}` : "Account"}
        title={profile?.name ?? "Account"}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-full pointer-coarse:size-11"
      >
        <Portrait name={profile?.name ?? ""} url={profile?.image_url ?? ""} />
      </button>
      <section
        ref={menu}
        id={id}
        aria-label="Account"
        popover="auto"
        className="account-menu"
        onToggle={() => setTheme(chosenTheme())}
      >
        {profile && (
          <p className="border-b border-rule px-2 pt-1 pb-2.5 text-sm wrap-anywhere">
            <strong className="block font-semibold">{profile.name}</strong>
            <span className="meta block">{ROLE_WORDS[profile.role]}</span>
            <span className="meta block">{profile.email}</span>
          </p>
        )}
        {links.map(({ to, label }) => (
          <Link key={to} to={to} onClick={close} className={ENTRY}>
            {label}
          </Link>
        ))}
        <div className="my-1 border-y border-rule px-2 py-2">
          <RadioGroup
            legend="Theme"
            options={THEMES}
            value={theme}
            onChange={(chosen) => {
              chooseTheme(chosen);
              setTheme(chosen);
            }}
          />
        </div>
        <Action onClick={closeAnd(onShortcuts)}>
          Keyboard shortcuts
          <kbd className="border border-rule bg-surface px-1.5 font-sans text-[0.8125rem]">?</kbd>
        </Action>
        <Action onClick={closeAnd(onLogOut)}>Log out</Action>
      </section>
    </>
  );
}

const ENTRY =
  "flex min-h-9 w-full items-center justify-between gap-2 px-2 text-left text-sm font-medium hover:bg-surface pointer-coarse:min-h-11";

const Action = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={onClick} className={ENTRY}>
    {children}
  </button>
);

/** The account's picture, or the first letters of its name, which are drawn so that no voice spells them. */
function Portrait({ name, url }: { name: string; url: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = "size-8 rounded-full";
  // The pages' policy loads pictures of this site alone.
  if (/^\/(?!\/)/.test(url) && url !== broken)
    return <img src={url} alt="" className={`${look} object-cover`} onError={() => setBroken(url)} />;
  return (
    <span
      data-initials={initialsOf(name)}
      className={`${look} inline-flex items-center justify-center bg-surface text-xs font-bold text-ink ring-1 ring-faint before:content-[attr(data-initials)]`}
    />
  );
}

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
