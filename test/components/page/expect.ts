import { computeAccessibleDescription, computeAccessibleName } from "dom-accessibility-api";
import { expect as plain } from "vitest";
import { Locator, matches, squeeze } from "./locator.ts";
import { Page } from "./page.ts";
import { isVisible } from "./visible.ts";
import { patiently } from "./wait.ts";

type Text = string | RegExp;
type Field = HTMLInputElement;

const isDisabled = (element: HTMLElement) =>
  element.matches(":disabled, :disabled *, [aria-disabled=true], [aria-disabled=true] *");

/** Playwright's assertions about elements: each waits until it holds. */
function aboutElements(locator: Locator, isNot: boolean) {
  const check = (holds: (found: HTMLElement[]) => boolean, seen: (found: HTMLElement[]) => unknown, wanted: unknown) =>
    patiently(() => {
      const found = locator.find() as HTMLElement[];
      if (holds(found) !== isNot) return;
      throw new Error(
        `${locator.what}: ${isNot ? "not " : ""}expected ${JSON.stringify(wanted) ?? wanted}, found ${JSON.stringify(seen(found))}`,
      );
    });
  const one = (holds: (element: HTMLElement) => boolean, seen: (element: HTMLElement) => unknown, wanted: unknown) =>
    check(
      (found) => {
        const [element] = found;
        if (found.length > 1) throw new Error(`${found.length} elements: ${locator.what}`);
        return element ? holds(element) : isNot;
      },
      (found) => found.map(seen),
      wanted,
    );
  const texts = (wanted: Text | Text[], exact: boolean) => {
    const textOf = (element: HTMLElement) => squeeze(element.textContent);
    if (!Array.isArray(wanted)) return one((element) => matches(element.textContent, wanted, exact), textOf, wanted);
    return check(
      (found) =>
        found.length === wanted.length &&
        found.every((element, at) => matches(element.textContent, wanted[at] ?? "", exact)),
      (found) => found.map(textOf),
      wanted.map(String),
    );
  };
  return {
    toBeVisible: () => one(isVisible, isVisible, "visible"),
    toBeHidden: () =>
      check(
        (found) => !found.some(isVisible),
        (found) => found.length,
        "hidden",
      ),
    toBeAttached: () =>
      check(
        (found) => found.length > 0,
        (found) => found.length,
        "attached",
      ),
    toHaveCount: (count: number) =>
      check(
        (found) => found.length === count,
        (found) => found.length,
        count,
      ),
    toHaveText: (text: Text | Text[]) => texts(text, true),
    toContainText: (text: Text | Text[]) => texts(text, false),
    toHaveValue: (value: Text) =>
      one(
        (element) =>
          value instanceof RegExp ? value.test((element as Field).value) : (element as Field).value === value,
        (element) => (element as Field).value,
        String(value),
      ),
    toBeFocused: () =>
      one(
        (element) => document.activeElement === element,
        () => document.activeElement?.outerHTML.slice(0, 200),
        "focused",
      ),
    toBeChecked: () =>
      one(
        (element) => (element as Field).checked === true || element.getAttribute("aria-checked") === "true",
        () => "",
        "checked",
      ),
    toBeDisabled: () =>
      one(
        (element) => isDisabled(element),
        () => "",
        "disabled",
      ),
    toBeEnabled: () =>
      one(
        (element) => !isDisabled(element),
        () => "",
        "enabled",
      ),
    toBeEmpty: () =>
      one(
        (element) => element.childNodes.length === 0,
        () => "",
        "empty",
      ),
    toHaveAttribute: (name: string, value?: Text) =>
      one(
        (element) =>
          value === undefined
            ? element.hasAttribute(name)
            : value instanceof RegExp
              ? value.test(element.getAttribute(name) ?? "")
              : element.getAttribute(name) === value,
        (element) => element.getAttribute(name),
        String(value),
      ),
    toHaveId: (id: string) =>
      one(
        (element) => element.id === id,
        (element) => element.id,
        id,
      ),
    toHaveAccessibleDescription: (text: Text) =>
      one(
        (element) => matches(computeAccessibleDescription(element), text, true),
        computeAccessibleDescription,
        String(text),
      ),
    toHaveAccessibleName: (text: Text) =>
      one((element) => matches(computeAccessibleName(element), text, true), computeAccessibleName, String(text)),
  };
}

function aboutPage(page: Page, isNot: boolean) {
  const check = (holds: () => boolean, seen: () => string, wanted: unknown) =>
    patiently(() => {
      if (holds() === isNot) throw new Error(`${isNot ? "not " : ""}expected ${wanted}, found ${seen()}`);
    });
  const matchesUrl = (url: Text) =>
    url instanceof RegExp ? url.test(page.url()) : page.url() === new URL(url, location.origin).href;
  return {
    toHaveURL: (url: Text) => check(() => matchesUrl(url), page.url, url),
    toHaveTitle: (title: Text) =>
      check(
        () => matches(document.title, title, true),
        () => document.title,
        title,
      ),
  };
}

type ElementMatchers = ReturnType<typeof aboutElements>;
type PageMatchers = ReturnType<typeof aboutPage>;
type Expect = {
  (actual: Page, message?: string): PageMatchers & { not: PageMatchers };
  (actual: Locator, message?: string): ElementMatchers & { not: ElementMatchers };
} & typeof plain;

/** Vitest's `expect`, and Playwright's for elements and the page. */
export const expect = Object.assign((actual: unknown, message?: string) => {
  if (actual instanceof Page) return Object.assign(aboutPage(actual, false), { not: aboutPage(actual, true) });
  if (actual instanceof Locator)
    return Object.assign(aboutElements(actual, false), { not: aboutElements(actual, true) });
  return plain(actual, message);
}, plain) as unknown as Expect;
