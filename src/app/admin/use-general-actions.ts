import { useNavigate } from "react-router";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import type { ScreenAction } from "#ui/admin/screen.tsx";
import { chooseTheme, THEMES } from "./choose-theme.ts";

/** The actions that Ctrl+K offers on every screen. */
export function useGeneralActions({ showKeys, logOut }: { showKeys: () => void; logOut: () => void }): ScreenAction[] {
  const navigate = useNavigate();
  return [
    { label: "New article", run: () => void navigate(adminUrl.article("new")) },
    { label: "View site", run: () => window.location.assign(pageUrl.home()) },
    ...THEMES.map(({ value, label }) => ({ label: `${label} theme`, run: () => chooseTheme(value) })),
    { label: "Keyboard shortcuts", keys: "?", run: showKeys },
    { label: "Log out", run: logOut },
  ];
}
