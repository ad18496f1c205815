// The first script of every page, small enough to come before the first paint. The build takes the comments out.
{
  const root = document.documentElement;
  const scripts = (document.currentScript.dataset.scripts || "").split(" ").filter(Boolean);

  // Applies the reader's chosen theme before the page's own scripts come. Without a choice the system decides.
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {}

  // The browser's own bars follow a choice: of several colours the first that applies counts.
  const bars = document.createElement("meta");
  bars.name = "theme-color";
  const colourBars = () => {
    bars.content = root.dataset.theme === "dark" ? "#14171f" : "#faf7f2";
    if (root.dataset.theme) document.head.prepend(bars);
    else bars.remove();
  };
  colourBars();
  new MutationObserver(colourBars).observe(root, { attributeFilter: ["data-theme"] });

  // The page's own scripts come after the first paint: text and picture have the line for themselves before. A page in
  // the background is not painted, and does not wait.
  const load = () => scripts.forEach((script) => import(script));
  const loadAfterPaint = () => {
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", loadAfterPaint);
  else loadAfterPaint();

  // The bar with the breaking story leaves a page that is older than its end, and readers can close it for that story.
  const [story, until] = (document.currentScript.dataset.breaking || "").split(" ");
  const hideBar = () => {
    root.dataset.breaking = "closed";
  };
  const checkBar = () => {
    if (Date.now() > Number(until)) hideBar();
  };
  if (story) {
    checkBar();
    try {
      if (localStorage.getItem("breaking") === story) hideBar();
    } catch {}
    addEventListener("pageshow", checkBar);
    document.addEventListener("visibilitychange", checkBar);
    document.addEventListener("click", ({ target }) => {
      if (!target.closest("[data-close-breaking]")) return;
      hideBar();
      document.querySelector("#main").focus({ preventScroll: true });
      try {
        localStorage.setItem("breaking", story);
      } catch {}
    });
  }

  // The theme switch of every page: system, light, dark.
  const switchTheme = ({ target }) => {
    if (!target.closest("[data-theme-switch]")) return;
    const { theme } = root.dataset;
    if (theme === "dark") delete root.dataset.theme;
    else root.dataset.theme = theme ? "dark" : "light";
    try {
      if (theme === "dark") localStorage.removeItem("theme");
      else localStorage.setItem("theme", root.dataset.theme);
    } catch {}
  };
  document.addEventListener("click", switchTheme);

  // Readers can read articles again without a connection. What that needs is fetched after the page's own scripts.
  const keepArticles = async () => {
    await Promise.all(scripts.map((script) => import(script))).catch(() => {});
    const policy = window.trustedTypes?.createPolicy("jarida-worker", { createScriptURL: () => "/sw.js" });
    navigator.serviceWorker.register(policy ? policy.createScriptURL("") : "/sw.js").catch(() => {});
  };
  if ("serviceWorker" in navigator && !("admin" in root.dataset)) addEventListener("load", keepArticles);

  // Paper shows what toggles hide, in browsers whose style sheets cannot open them, too.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened.push(...document.querySelectorAll("details:not([open])"));
    for (const toggle of opened) toggle.open = true;
  });
  addEventListener("afterprint", () => {
    for (const toggle of opened) toggle.open = false;
    opened = [];
  });
}
