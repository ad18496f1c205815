const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** `Mod-Shift-S` in readable form: `Ctrl+Shift+S`, or `⌘+Shift+S` on a Mac. */
export const spokenKeys = (keys: string) => keys.replace("Mod", isMac() ? "⌘" : "Ctrl").replaceAll("-", "+");

/** The same for assistive technology (`aria-keyshortcuts`). */
export const ariaKeys = (keys: string) => keys.replace("Mod", isMac() ? "Meta" : "Control").replaceAll("-", "+");
