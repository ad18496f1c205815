/** Shows the site in a theme, from now on. `public/start.js` applies the choice on the next page. */
export function chooseTheme(theme: "system" | "light" | "dark"): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Storage is forbidden: the choice lasts until the page is left.
  }
}
