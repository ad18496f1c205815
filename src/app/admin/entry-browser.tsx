import "./admin.css";
import { createSession } from "#features/identity/accounts/admin/session.ts";
import { createTokenStore } from "#features/identity/accounts/admin/token-store.ts";
import type { SiteInfo } from "#shared/page.ts";
import { leaveComposition } from "#ui/admin/keyboard.tsx";
import { showTimesIn } from "#ui/admin/local-time.ts";
import { renderAdmin } from "./render-admin.tsx";
import { SITE_ELEMENT } from "./site-element.ts";

leaveComposition(window);
const root = document.getElementById("root");
const data = document.getElementById(SITE_ELEMENT);
if (root && data?.textContent) {
  const site = JSON.parse(data.textContent) as SiteInfo;
  showTimesIn(site.timeZone);
  renderAdmin(root, site, createSession(createTokenStore()));
}
