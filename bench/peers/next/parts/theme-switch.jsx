"use client";

import { useState } from "react";
import { Icon } from "./icon.jsx";
import { ICON_BUTTON } from "./link-classes.js";

const NEXT = { system: "light", light: "dark", dark: "system" };

/** Cycles through system, light and dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState("system");
  return (
    <button
      type="button"
      aria-label={`Theme: ${theme}. Switch to ${NEXT[theme]}`}
      title={`Theme: ${theme}`}
      className={`${ICON_BUTTON} noscript:hidden`}
      onClick={() => setTheme(NEXT[theme])}
    >
      <Icon paths={["M2 3h20v14H2z", "M8 21h8", "M12 17v4"]} size={19} />
    </button>
  );
}
