import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HeadlineField } from "./headline-field.tsx";

const field = (others: { id: number; name: string }[]) =>
  renderToStaticMarkup(
    <HeadlineField label="Title" name="title" value="Words" error={undefined} onChange={() => {}} others={others} />,
  );

test("a field shows and says who else is in it, by name, by initials and in a colour", () => {
  const markup = field([{ id: 8, name: "Baraka Njoroge" }]);
  expect(markup).toContain('class="room-field others-here others-2"');
  expect(markup).toContain('data-others="Baraka Njoroge" data-initials="BN"');
  const [, described] = /<textarea[^>]* aria-describedby="([^"]+)"/.exec(markup) ?? [];
  expect(markup).toContain(`<span id="${described}" class="sr-only">Baraka Njoroge is in this field.</span>`);
});

test("a field in which nobody else is looks as ever", () => {
  expect(field([])).toContain('<div class="room-field">');
  expect(field([])).not.toMatch(/others|describedby/);
});
