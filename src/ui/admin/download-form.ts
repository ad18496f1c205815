/** Posts a form, so that the browser stores the response as a file and the token is in no address. */
export function submitForm(action: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, hidden: true });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.requestSubmit();
  form.remove();
}
