import { ExternalLink } from "lucide";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { KeptPlace } from "#ui/admin/kept-place.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { mayLeave } from "#ui/admin/unsaved.ts";
import { Icon } from "#ui/icon.tsx";
import { ThemeSwitch } from "#ui/theme-switch.tsx";
import { AudienceSections } from "./audience-sections.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { useLeftAddresses } from "./left-addresses.ts";
import { PLACE_TITLES, type Place, placeOf } from "./places.ts";

const FIRST: Record<Place, string> = { dashboard: pageUrl.admin(), audience: adminUrl.audience() };

type Props = {
  onLogOut: () => void;
  /** Whether the focus comes here: it was on the login screen. */
  takesFocus: boolean;
};

/** 'Admin Dashboard' (spec section 2): its bar and its tabs; and beside them the audience's place. */
export function Dashboard({ onLogOut, takesFocus }: Props) {
  const site = useSite();
  const show = useToast();
  const place = placeOf(useLocation().pathname);
  const left = useLeftAddresses(FIRST, place);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  function logOut() {
    if (!mayLeave()) return;
    onLogOut();
    show({ title: "Logged Out", description: "You have been logged out." });
  }
  return (
    <>
      <header className="border-b border-rule">
        <div className="admin-width flex flex-wrap items-center gap-x-2 py-2 sm:gap-x-5 sm:gap-y-2 sm:py-3">
          <span className="wordmark admin-wordmark" aria-hidden="true">
            {site.name}
          </span>
          <h1 ref={heading} tabIndex={-1} className="text-[0.9375rem] font-semibold text-muted outline-none">
            {PLACE_TITLES[place]}
          </h1>
          <div className="flex w-full flex-wrap items-center gap-x-2 sm:contents">
            <nav aria-label="Admin area" className="flex max-sm:-ml-1.5 sm:gap-1">
              <PlaceLink to={left.dashboard} isHere={place === "dashboard"}>
                Dashboard
              </PlaceLink>
              <PlaceLink to={left.audience} isHere={place === "audience"}>
                Audience
              </PlaceLink>
            </nav>
            <div className="ml-auto flex items-center sm:gap-2">
              <a
                href={pageUrl.home()}
                className="tap inline-flex items-center justify-center gap-1.5 px-2 text-sm font-semibold hover:text-accent"
              >
                <span className="max-sm:sr-only">View site</span>
                <Icon icon={ExternalLink} size={15} />
              </a>
              <ThemeSwitch />
              <AdminButton className="max-sm:px-2.5" onClick={logOut}>
                Log Out
              </AdminButton>
            </div>
          </div>
        </div>
      </header>
      <main id="main" className="admin-width pb-24">
        <KeptPlace isOpen={place === "dashboard"}>
          <DashboardTabs />
        </KeptPlace>
        <KeptPlace isOpen={place === "audience"}>
          <AudienceSections />
        </KeptPlace>
      </main>
    </>
  );
}

function PlaceLink({ to, isHere, children }: { to: string; isHere: boolean; children: string }) {
  return (
    <Link
      to={to}
      aria-current={isHere ? "page" : undefined}
      className="tap inline-flex items-center px-1.5 text-sm font-semibold text-muted underline-offset-8 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline sm:px-2"
    >
      {children}
    </Link>
  );
}
