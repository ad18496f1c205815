import { queryAllByRole } from "@testing-library/dom";
import { Window } from "happy-dom";

/**
 * Markup as a document, so that a test asserts roles, names and attributes: the order of attributes and the classes are
 * nobody's concern.
 */
export function parseHtml(html: string) {
  const { body } = new Window({ settings: { disableJavaScriptEvaluation: true } }).document;
  body.innerHTML = html;
  const root = body as unknown as HTMLElement;
  const textOf = (element: Element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
  const all = (selector: string): Element[] => [...root.querySelectorAll(selector)];
  return {
    all,
    /** The texts of all elements that match a selector. */
    texts: (selector: string): string[] => all(selector).map(textOf),
    /** The values of an attribute of all elements that match a selector; null where it is missing. */
    values: (selector: string, name: string) => all(selector).map((element) => element.getAttribute(name)),
    /** The texts of all elements of a role. */
    role: (role: string, name?: string): string[] =>
      queryAllByRole(root, role, { hidden: true, ...(name !== undefined && { name }) }).map(textOf),
  };
}
