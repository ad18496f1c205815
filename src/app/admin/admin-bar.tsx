import { ExternalLink, Menu, Search } from "lucide";
import { type ReactNode, useId, useRef } from "react";
import { Link } from "react-router";
import { UnreadMessages } from "#features/contact/admin/messages-section.tsx";
import { NotificationBell } from "#features/notifications/admin/notification-bell.tsx";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { ariaKeys, spokenKeys } from "#ui/admin/keyboard.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { Icon } from "#ui/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { mayOpen, PLACE_TITLES, type Place } from "./places.ts";

/** The places that the bar leads to, in its order. */
const LINKED = ["dashboard", "calendar", "home", "pages", "media", "audience", "people", "settings"] as const;

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
      <div className="admin-width flex items-center gap-x-2 py-2 sm:gap-x-5 sm:py-3 lg:max-xl:gap-x-2">
        <span className="wordmark admin-wordmark min-w-0 truncate lg:max-[74rem]:hidden" aria-hidden="true">
          {site.name}
        </span>
        <div ref={menu} id={id} popover="auto" className="admin-menu">
          <nav aria-label="Admin area" className="flex max-lg:flex-col lg:gap-1">
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
              className="tap inline-flex items-center justify-center gap-1.5 px-2 text-sm font-semibold hover:text-accent"
            >
              View site
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
      className="tap inline-flex items-center px-2 text-sm font-semibold text-muted underline-offset-8 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline"
    >
      {children}
    </Link>
  );
}
