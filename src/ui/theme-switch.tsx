import { Monitor, Moon, Sun } from "lucide";
import { IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

const THEMES = [
  { name: "system", icon: Monitor, next: "light" },
  { name: "light", icon: Sun, next: "dark" },
  { name: "dark", icon: Moon, next: "system" },
];

/** Cycles through system, light and dark. `public/start.js` acts on the press, for pages without their own scripts too. */
export function ThemeSwitch() {
  return (
    <IconButton title="Theme" data-theme-switch="" className="noscript:hidden">
      {THEMES.map(({ name, icon, next }) => (
        <span key={name} className={`theme-${name}`}>
          <Icon icon={icon} size={19} strokeWidth={1.75} />
          <span className="sr-only">{`Theme: ${name}. Switch to ${next}`}</span>
        </span>
      ))}
    </IconButton>
  );
}
