import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { MediaLibrary } from "#features/pictures/admin/media-library.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { KeptPlace } from "#ui/admin/kept-place.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { mayLeave } from "#ui/admin/unsaved.ts";
import { AdminBar } from "./admin-bar.tsx";
import { AudienceSections } from "./audience-sections.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { useLeftAddresses } from "./left-addresses.ts";
import { type Place, pictureUseUrl, placeOf } from "./places.ts";

const FIRST: Record<Place, string> = {
  dashboard: pageUrl.admin(),
  media: adminUrl.media(),
  audience: adminUrl.audience(),
};

type Props = {
  onLogOut: () => void;
  /** Whether the focus moves here: it was on the login screen. */
  takesFocus: boolean;
};

/** 'Admin Dashboard': its bar and tabs, and the audience's place. */
export function Dashboard({ onLogOut, takesFocus }: Props) {
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
      <AdminBar place={place} addresses={left} heading={heading} onLogOut={logOut} />
      <main id="main" className="admin-width pb-24">
        <KeptPlace isOpen={place === "dashboard"}>
          <DashboardTabs />
        </KeptPlace>
        <KeptPlace isOpen={place === "media"}>
          <MediaLibrary urlOfUse={pictureUseUrl} />
        </KeptPlace>
        <KeptPlace isOpen={place === "audience"}>
          <AudienceSections />
        </KeptPlace>
      </main>
    </>
  );
}
