import { expect, it } from "vitest";
import { contactEmail } from "./contact-details.tsx";

it.each([
  ["https://news.example.org", "contact@news.example.org"],
  ["https://www.example.org", "contact@example.org"],
  ["http://localhost:3000", "contact@jarida.example"],
  ["http://127.0.0.1:3000", "contact@jarida.example"],
])("the contact address of %s is %s", (siteUrl, email) => {
  expect(contactEmail(siteUrl)).toBe(email);
});
