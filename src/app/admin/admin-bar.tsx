import { ExternalLink, Menu, Search } from "lucide";
import { type ReactNode, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { UnreadMessages } from "#features/contact/admin/messages-section.tsx";
import { ownProfile } from "#features/identity/accounts/admin/own-profile.ts";
import { ROLE_WORDS } from "#features/identity/people/admin/roles.tsx";
import { NotificationBell } from "#features/notifications/admin/notification-bell.tsx";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, AdminIconButton, RadioGroup } from "#ui/admin/controls.tsx";
import { ariaKeys, spokenKeys } from "#ui/admin/keyboard.tsx";
import { initialsOf } from "#ui/admin/others-mark.ts";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { Icon } from "#ui/icon.tsx";
import { chooseTheme, chosenTheme, THEMES, type Theme } from "./choose-theme.ts";
import { mayOpen, PLACE_TITLES, type Place } from "./places.ts";
import { ViewAsChoice } from "./view-as.tsx";

type AccountMenuProps = { onShortcuts: () => void; onLogOut: () => void };

/** Who is logged in, and everything that belongs to the account and this browser. */
export function AccountMenu({ onShortcuts, onLogOut }: AccountMenuProps) {
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
        {profile?.role === "chief" && hasNewsroom && (
          <div className="mb-1 border-b border-rule px-2 pb-2">
            <ViewAsChoice />
          </div>
        )}
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

/** Letters of a publication's name that fit large; longer ones are small, in up to two lines. */
const MAX_LARGE_NAME = 16;

/** The places that the bar leads to, in its order. */
const LINKED = [
  "dashboard",
  "calendar",
  "budget",
  "wire",
  "home",
  "pages",
  "topics",
  "media",
  "audience",
  "people",
  "settings",
] as const;

type Props = {
  place: Place;
  /** The last address of each place. */
  addresses: Record<Place, string>;
  onFind: () => void;
  onShortcuts: () => void;
  onLogOut: () => void;
};

/**
 * The bar of the admin area: links to its places, the account, and log-out. Nothing in it depends on the open place, so
 * that no link moves. Where there is no room the links are a menu, and on a phone log-out is in it.
 */
export function AdminBar({ place, addresses, onFind, onShortcuts, onLogOut }: Props) {
  const site = useSite();
  const may = useMay();
  const hasNewsroom = useHasNewsroom();
  const isLong = site.name.length > MAX_LARGE_NAME;
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  // The browser handles Esc, a tap outside, and returning the focus to the button.
  const close = () => {
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  };
  const leave = () => {
    close();
    onLogOut();
  };
  return (
    <header className="border-b border-rule">
      <div className="admin-width flex items-center gap-x-2 py-1.5 sm:gap-x-5 lg:max-xl:gap-x-2">
        <span
          className={`wordmark admin-wordmark min-w-0 lg:max-[74rem]:hidden ${isLong ? "max-w-44 text-base leading-tight tracking-tight" : ""}`}
          title={site.name}
          aria-hidden="true"
        >
          {/* Cut off with an ellipsis, which a flex container itself cannot have. */}
          <span className={`min-w-0 ${isLong ? "line-clamp-2" : "truncate"}`}>{site.name}</span>
        </span>
        <div ref={menu} id={id} popover="auto" className="admin-menu">
          <nav aria-label="Admin area" className="flex max-lg:flex-col xl:gap-1">
            {LINKED.filter((linked) => mayOpen({ may, hasNewsroom }, linked)).map((linked) => (
              <PlaceLink key={linked} to={addresses[linked]} isHere={place === linked} onChoose={close}>
                {linked === "dashboard" ? "Dashboard" : PLACE_TITLES[linked]}
                {linked === "audience" && may("message.manage") && <UnreadMessages />}
              </PlaceLink>
            ))}
          </nav>
          <div className="max-lg:mt-1 max-lg:border-t max-lg:border-rule max-lg:pt-1 lg:ml-auto">
            <a
              href={pageUrl.home()}
              className="tap inline-flex items-center justify-center gap-1.5 px-2 text-sm font-semibold whitespace-nowrap hover:text-accent"
            >
              <span className="lg:max-[84rem]:sr-only">View site</span>
              <Icon icon={ExternalLink} size={15} />
            </a>
          </div>
          <div className="border-t border-rule pt-1 min-[28rem]:hidden">
            <AdminButton variant="quiet" className="w-full" onClick={leave}>
              Log Out
            </AdminButton>
          </div>
        </div>
        {hasNewsroom && (
          <>
            <AdminIconButton
              label={`Find (${spokenKeys("Mod-K")})`}
              aria-keyshortcuts={ariaKeys("Mod-K")}
              aria-haspopup="dialog"
              className="max-lg:ml-auto"
              onClick={onFind}
            >
              <Icon icon={Search} size={19} />
            </AdminIconButton>
            <NotificationBell />
          </>
        )}
        <AdminButton
          className={`shrink-0 max-sm:px-2.5 max-[28rem]:hidden ${hasNewsroom ? "" : "max-lg:ml-auto"}`}
          onClick={onLogOut}
        >
          Log Out
        </AdminButton>
        <AccountMenu onShortcuts={onShortcuts} onLogOut={onLogOut} />
        <AdminIconButton label="Menu" popoverTarget={id} className="-mr-2.5 lg:hidden">
          <Icon icon={Menu} size={22} />
        </AdminIconButton>
      </div>
    </header>
  );
}

type PlaceLinkProps = { to: string; isHere: boolean; onChoose: () => void; children: ReactNode };

function PlaceLink({ to, isHere, onChoose, children }: PlaceLinkProps) {
  return (
    <Link
      to={to}
      onClick={onChoose}
      aria-current={isHere ? "page" : undefined}
      className="tap inline-flex items-center px-2 text-sm font-semibold whitespace-nowrap text-muted lg:max-xl:px-1 underline-offset-8 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline"
    >
      {children}
    </Link>
  );
}
