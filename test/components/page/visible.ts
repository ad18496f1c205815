/** Elements that a browser's own style sheet hides, which the DOM in use does not have. */
const HIDES = "[hidden], script, style, template, noscript, dialog:not([open]), input[type=hidden]";

/** Classes that show, in a wide window, what is hidden in others. */
const SHOWN_WHEN_WIDE = /(?:^|\s)(?:sm|md|lg|xl):(?:block|flex|grid|inline|inline-flex|contents|static)(?:\s|$)/;

/** A popover of phones, which the style sheet shows in wide windows. */
const MENU_WHEN_NARROW = "admin-menu";

/** Classes that hide in a wide window what phones show. */
const HIDDEN_WHEN_WIDE = /(?:^|\s)(?:sm|md|lg|min-\[28rem\]):hidden(?:\s|$)/;

function hides(element: Element): boolean {
  const classes = element.getAttribute("class") ?? "";
  if (element.matches(HIDES) || HIDDEN_WHEN_WIDE.test(classes)) return true;
  const isWide = SHOWN_WHEN_WIDE.test(classes) || classes === MENU_WHEN_NARROW;
  if (element.hasAttribute("popover") && !isOpenPopover(element) && !isWide) return true;
  if (element.classList.contains("hidden") && !isWide) return true;
  const style = (element as HTMLElement).style;
  if (style?.display === "none" || style?.visibility === "hidden") return true;
  const details = element.parentElement;
  return details?.tagName === "DETAILS" && !details.hasAttribute("open") && element.tagName !== "SUMMARY";
}

const opened = new WeakSet<Element>();
const isOpenPopover = (element: Element) => opened.has(element);

/** Whether an element is shown, as far as that does not need layout or style sheets. */
export function isVisible(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) if (hides(at)) return false;
  return element.isConnected;
}

const modals = new Set<HTMLDialogElement>();

/** Whether an open modal dialog keeps presses from an element, which no style sheet needs to say. */
export function isBehindDialog(element: Element): boolean {
  const top = [...modals].filter((dialog) => dialog.isConnected && dialog.open).at(-1);
  return top !== undefined && !top.contains(element);
}

const FOCUSABLE = "button:not(:disabled), [href], input:not(:disabled), select, textarea, [tabindex]";

/** Modal dialogs get the focus, keep it from what is behind them and return it, and forms know whether they are shown. */
function installDialogs(): void {
  const returns = new WeakMap<HTMLDialogElement, Element | null>();
  const { close } = HTMLDialogElement.prototype;
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function focusUnlessBehindDialog(this: HTMLElement, options?: FocusOptions) {
    if (!isBehindDialog(this)) focus.call(this, options);
  };
  let shown: EventTarget | null = null;
  // A browser gives no focus to what is in a closed dialog, as React asks for before it opens.
  document.addEventListener("focusin", ({ target }) => {
    if (!(target as Element).closest("dialog:not([open])")) shown = target;
  });
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    const { activeElement } = document;
    returns.set(this, (this.contains(activeElement) ? shown : activeElement) as Element | null);
    modals.delete(this);
    modals.add(this);
    this.setAttribute("open", "");
    (this.querySelector<HTMLElement>("[autofocus]") ?? this.querySelector<HTMLElement>(FOCUSABLE) ?? this).focus();
  };
  HTMLDialogElement.prototype.close = function closeAndReturn(this: HTMLDialogElement, value?: string) {
    const wasOpen = this.open;
    close.call(this, value);
    modals.delete(this);
    const before = returns.get(this);
    if (wasOpen && before?.isConnected) (before as HTMLElement).focus();
  };
  Object.defineProperty(HTMLElement.prototype, "offsetParent", {
    configurable: true,
    get(this: HTMLElement) {
      return isVisible(this) ? document.body : null;
    },
  });
}

let isInstalled = false;

/** What the DOM in use lacks of a browser: modal dialogs, popovers, and what depends on layout in the least. */
export function completeDom(): void {
  if (isInstalled) return;
  isInstalled = true;
  installDialogs();
  installPopovers();
  installTimers();
}

/** A window that is closed runs none of its timers: those of a page would fail in the process without a document. */
function installTimers(): void {
  const whileOpen = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start => {
    const startWhileOpen = (run: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) =>
      start(() => {
        if (typeof window !== "undefined") run(...given);
      }, delay);
    return Object.defineProperties(startWhileOpen, Object.getOwnPropertyDescriptors(start)) as Start;
  };
  globalThis.setTimeout = whileOpen(globalThis.setTimeout);
  globalThis.setInterval = whileOpen(globalThis.setInterval);
}

/** The popover API, as far as tests need it: which popovers are open, and the buttons that open them. */
function installPopovers(): void {
  const prototype = HTMLElement.prototype as HTMLElement & { showPopover?: unknown };
  const toggle = (element: HTMLElement, isOpen: boolean) => {
    if (opened.has(element) === isOpen) return;
    if (isOpen) opened.add(element);
    else opened.delete(element);
    const event = new Event("toggle");
    element.dispatchEvent(
      Object.assign(event, { newState: isOpen ? "open" : "closed", oldState: isOpen ? "closed" : "open" }),
    );
  };
  Object.assign(prototype, {
    showPopover(this: HTMLElement) {
      toggle(this, true);
    },
    hidePopover(this: HTMLElement) {
      toggle(this, false);
    },
    togglePopover(this: HTMLElement, force?: boolean) {
      toggle(this, force ?? !opened.has(this));
    },
  });
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element | null)?.closest?.("[popovertarget]");
    const popover = button && document.getElementById(button.getAttribute("popovertarget") ?? "");
    if (popover) toggle(popover, !opened.has(popover));
  });
}
