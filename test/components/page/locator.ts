import { queryAllByLabelText, queryAllByRole } from "@testing-library/dom";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { isBehindDialog, isVisible } from "./visible.ts";
import { patiently } from "./wait.ts";

/** As Playwright's: a text matches in part and in any case unless `exact`. */
type Match = string | RegExp;
type RoleOptions = {
  name?: Match;
  exact?: boolean;
  checked?: boolean;
  selected?: boolean;
  expanded?: boolean;
  level?: number;
  includeHidden?: boolean;
};
type Exact = { exact?: boolean };
type FilterOptions = { hasText?: Match; has?: Locator; hasNot?: Locator; hasNotText?: Match };
export type SetFile = { name: string; mimeType: string; buffer: Uint8Array };
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Find = () => Element[];

export const squeeze = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

export function matches(text: string | null | undefined, match: Match, exact = false): boolean {
  const words = squeeze(text);
  if (match instanceof RegExp) return match.test(words);
  return exact ? words === squeeze(match) : words.toLowerCase().includes(squeeze(match).toLowerCase());
}

let user: UserEvent | undefined;
/** Presses and types as a person does; without pauses, so that a fake clock does not stop it. */
export const person = (): UserEvent => {
  user ??= userEvent.setup({ delay: null, pointerEventsCheck: 0, applyAccept: false });
  return user;
};
export const forgetPerson = (): void => {
  user = undefined;
};

/** Finds elements of the mounted page anew each time it is used, with Playwright's names: a test can move between the two. */
export class Locator {
  readonly find: Find;
  readonly what: string;
  constructor(find: Find, what: string) {
    this.find = find;
    this.what = what;
  }

  #within(what: string, find: (scope: HTMLElement) => Element[]): Locator {
    return new Locator(
      () => [...new Set(this.find().flatMap((scope) => find(scope as HTMLElement)))],
      `${this.what} ${what}`,
    );
  }
  getByRole(role: string, options: RoleOptions = {}): Locator {
    const { name, exact = false, includeHidden = false, ...rest } = options;
    return this.#within(`${role} “${name ?? ""}”`, (scope) =>
      queryAllByRole(scope, role, {
        hidden: true,
        ...rest,
        ...(name !== undefined && { name: (found: string) => matches(found, name, exact) }),
      }).filter((element) => includeHidden || (isVisible(element) && !element.closest("[aria-hidden=true]"))),
    );
  }
  getByText(text: Match, { exact = false }: Exact = {}): Locator {
    const holds = (element: Element) =>
      !/^(SCRIPT|STYLE)$/.test(element.tagName) && matches(element.textContent, text, exact);
    return this.#within(`text “${text}”`, (scope) =>
      [...scope.querySelectorAll("*")].filter((element) => holds(element) && ![...element.children].some(holds)),
    );
  }
  getByLabel(text: Match, { exact = false }: Exact = {}): Locator {
    return this.#within(`label “${text}”`, (scope) =>
      queryAllByLabelText(scope, (found) => matches(found, text, exact)),
    );
  }
  getByPlaceholder(text: Match): Locator {
    return this.#within(`placeholder “${text}”`, (scope) =>
      [...scope.querySelectorAll("[placeholder]")].filter((field) => matches(field.getAttribute("placeholder"), text)),
    );
  }
  getByAltText(text: Match): Locator {
    return this.#within(`alternative text “${text}”`, (scope) =>
      [...scope.querySelectorAll("[alt]")].filter((element) => matches(element.getAttribute("alt"), text)),
    );
  }
  getByTitle(text: Match): Locator {
    return this.#within(`title “${text}”`, (scope) =>
      [...scope.querySelectorAll("[title]")].filter((element) => matches(element.getAttribute("title"), text)),
    );
  }
  locator(selector: string): Locator {
    const relative = selector.trimStart().startsWith(">") ? `:scope ${selector}` : selector;
    return this.#within(selector, (scope) => [...scope.querySelectorAll(relative)]);
  }
  filter({ hasText, hasNotText, has, hasNot }: FilterOptions): Locator {
    const holds = (inner: Locator, element: Element) =>
      inner.find().some((found) => found !== element && element.contains(found));
    return new Locator(
      () =>
        this.find().filter(
          (element) =>
            (hasText === undefined || matches(element.textContent, hasText)) &&
            (hasNotText === undefined || !matches(element.textContent, hasNotText)) &&
            (!has || holds(has, element)) &&
            (!hasNot || !holds(hasNot, element)),
        ),
      `${this.what} with ${hasText ?? has?.what ?? ""}`,
    );
  }
  nth(index: number): Locator {
    return new Locator(() => this.find().slice(index, index + 1 || undefined), `${this.what}[${index}]`);
  }
  first(): Locator {
    return this.nth(0);
  }
  last(): Locator {
    return this.nth(-1);
  }
  and(other: Locator): Locator {
    return new Locator(
      () => this.find().filter((element) => other.find().includes(element)),
      `${this.what} and ${other.what}`,
    );
  }
  or(other: Locator): Locator {
    return new Locator(() => [...new Set([...this.find(), ...other.find()])], `${this.what} or ${other.what}`);
  }

  /** The one element, once it is there. */
  async element(): Promise<HTMLElement> {
    return patiently(() => {
      const found = this.find();
      if (found.length !== 1) throw new Error(`${found.length} elements: ${this.what}`);
      return found[0] as HTMLElement;
    });
  }
  async #usable(): Promise<HTMLElement> {
    return patiently(() => {
      const found = this.find();
      const [element] = found;
      if (found.length !== 1 || !element) throw new Error(`${found.length} elements: ${this.what}`);
      if (!isVisible(element) || element.closest("[inert]")) throw new Error(`hidden or inert: ${this.what}`);
      if (isBehindDialog(element)) throw new Error(`behind a modal dialog: ${this.what}`);
      if (element.matches(":disabled")) throw new Error(`disabled: ${this.what}`);
      return element as HTMLElement;
    });
  }
  async click(): Promise<void> {
    await person().click(await this.#usable());
  }
  async hover(): Promise<void> {
    await person().hover(await this.#usable());
  }
  async focus(): Promise<void> {
    (await this.element()).focus();
  }
  async fill(text: string): Promise<void> {
    const field = (await this.#usable()) as Field;
    if (field.matches("[readonly]")) throw new Error(`read-only: ${this.what}`);
    field.focus();
    if (field.isContentEditable || field.getAttribute("contenteditable") === "true") {
      // The editor reads what changed in its elements.
      field.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
      return;
    }
    const prototype = Object.getPrototypeOf(field) as object;
    // React sees a change only if the value was set past its own setter.
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  async blur(): Promise<void> {
    (await this.element()).blur();
  }
  async pressSequentially(text: string): Promise<void> {
    (await this.#usable()).focus();
    await person().keyboard(text.replace(/[[{]/g, "$&$&"));
  }
  async press(keys: string): Promise<void> {
    (await this.element()).focus();
    await pressKeys(keys);
  }
  async check(): Promise<void> {
    const box = (await this.#usable()) as HTMLInputElement;
    if (!box.checked) await person().click(box);
  }
  async uncheck(): Promise<void> {
    const box = (await this.#usable()) as HTMLInputElement;
    if (box.checked) await person().click(box);
  }
  async selectOption(label: string): Promise<void> {
    const select = (await this.#usable()) as HTMLSelectElement;
    const option = [...select.options].find((one) => one.value === label || matches(one.label, label, true));
    await person().selectOptions(select, option ?? label);
  }
  async setInputFiles(files: SetFile | SetFile[]): Promise<void> {
    const input = (await this.element()) as HTMLInputElement;
    const made = [files]
      .flat()
      .map(({ name, mimeType, buffer }) => new File([buffer as BlobPart], name, { type: mimeType }));
    await person().upload(input, made);
  }
  async evaluate<Element_ extends Element, Result>(read: (element: Element_) => Result): Promise<Awaited<Result>> {
    return await read((await this.element()) as Element as Element_);
  }
  async evaluateAll<Result>(read: (elements: HTMLElement[]) => Result): Promise<Result> {
    return read(this.find() as HTMLElement[]);
  }
  async count(): Promise<number> {
    return this.find().length;
  }
  async isVisible(): Promise<boolean> {
    return this.find().some(isVisible);
  }
  async allTextContents(): Promise<string[]> {
    return this.find().map(({ textContent }) => textContent ?? "");
  }
  async textContent(): Promise<string | null> {
    return (await this.element()).textContent;
  }
  async innerText(): Promise<string> {
    return squeeze((await this.element()).textContent);
  }
  async inputValue(): Promise<string> {
    return ((await this.element()) as Field).value;
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name);
  }
}

const KEYS: Record<string, string> = { ControlOrMeta: "Control", Space: " " };

/** Presses one key with its modifiers, as `Control+Shift+s`. */
export async function pressKeys(keys: string): Promise<void> {
  const names = keys.split("+").map((name) => KEYS[name] ?? name);
  const key = names.pop() ?? "";
  const named = (name: string) => (/^(Key[A-Z]|Digit\d)$/.test(name) ? `[${name}]` : `{${name}}`);
  // The keys of user-event's keyboard have no codes beyond those of letters and digits.
  if (/^F\d+$/.test(key)) {
    const event = new KeyboardEvent("keydown", { key, code: key, bubbles: true, altKey: names.includes("Alt") });
    document.activeElement?.dispatchEvent(event);
    return;
  }
  const dialog = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
  let pressed: Event | undefined;
  const watch = (event: Event) => {
    pressed = event;
  };
  window.addEventListener("keydown", watch, { capture: true });
  await person().keyboard(
    [...names.map((name) => `{${name}>}`), named(key), ...names.map((name) => `{/${name}}`)].join(""),
  );
  window.removeEventListener("keydown", watch, { capture: true });
  // A browser's own response to Escape, unless the page prevents it.
  if (
    key === "Escape" &&
    !pressed?.defaultPrevented &&
    dialog?.open &&
    dialog.dispatchEvent(new Event("cancel", { cancelable: true }))
  )
    dialog.close();
}
