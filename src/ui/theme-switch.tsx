import { Monitor, Moon, Sun } from "lucide";
import { useSyncExternalStore } from "react";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const KEY = "theme";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

// Storage may be forbidden; then the choice is only kept on the element, until the page is left.
function chosen(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? "system";
  } catch {
    return THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";
  }
}

/** Shows the site in a theme, from now on. */
export function choose(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Forbidden storage: see chosen().
  }
  for (const listener of listeners) listener();
}

/** The switch of a page without the site's scripts: `public/start.js` cycles, and the style sheet shows where it is. */
export function StaticThemeSwitch() {
  return (
    <IconButton
      label="Change the theme: system, light or dark"
      data-theme-switch=""
      className="[@media(scripting:none)]:hidden"
    >
      {THEMES.map((theme) => (
        <span key={theme} className={`theme-${theme}`}>
          <Icon icon={ICONS[theme]} size={19} strokeWidth={1.75} />
        </span>
      ))}
    </IconButton>
  );
}

/** Cycles through system, light and dark. `public/start.js` applies the stored choice before React loads. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, chosen, () => "system" as const);

  return (
    <IconButton
      label={`Theme: ${theme}. Switch to ${NEXT[theme]}`}
      title={`Theme: ${theme}`}
      className="noscript:hidden"
      onClick={() => choose(NEXT[theme])}
    >
      <Icon icon={ICONS[theme]} size={19} strokeWidth={1.75} />
    </IconButton>
  );
}
