import { useNavigate } from "react-router";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import type { ScreenAction } from "#ui/admin/screen.tsx";
import { chooseTheme } from "./choose-theme.ts";

/** What Ctrl+K offers wherever one is. */
export function useGeneralActions(logOut: () => void): ScreenAction[] {
  const navigate = useNavigate();
  return [
    { label: "New article", run: () => void navigate(adminUrl.article("new")) },
    { label: "View site", run: () => window.location.assign(pageUrl.home()) },
    { label: "Light theme", run: () => chooseTheme("light") },
    { label: "Dark theme", run: () => chooseTheme("dark") },
    { label: "Theme of the system", run: () => chooseTheme("system") },
    { label: "Log out", run: logOut },
  ];
}
