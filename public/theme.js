// Applies the reader's chosen theme before the page's own script comes. Without a choice the system decides.
try {
  var theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}
