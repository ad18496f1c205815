import { useNavigate } from "react-router";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import type { ScreenAction } from "#ui/admin/screen-actions.tsx";
import { choose } from "#ui/theme-switch.tsx";

/** What Ctrl+K offers wherever one is. */
export function useGeneralActions(logOut: () => void): ScreenAction[] {
  const navigate = useNavigate();
  return [
    { label: "New article", run: () => void navigate(adminUrl.article("new")) },
    { label: "View site", run: () => window.location.assign(pageUrl.home()) },
    { label: "Light theme", run: () => choose("light") },
    { label: "Dark theme", run: () => choose("dark") },
    { label: "Theme of the system", run: () => choose("system") },
    { label: "Log out", run: logOut },
  ];
}
