import { join } from "node:path";
import { editorApiUrl } from "#test/support/api-url.ts";
import { ROOT, runToEnd } from "./child.ts";
import { SITE_ENV } from "./publication.ts";

const EMAIL = "bench@localhost";

/** Adds a chief to the publication, by the operator's command; returns the password. */
export function addEditor(dataDir: string, env: Record<string, string> = {}, email = EMAIL): string {
  const printed = runToEnd({
    program: process.execPath,
    args: [join(ROOT, "dist/server/cli.js"), "user", "add", email, "--role", "chief"],
    env: { ...SITE_ENV, DATA_DIR: dataDir, ...env },
  });
  const password = /password: (\S+)/.exec(printed)?.[1];
  if (!password) throw new Error("The operator's command printed no password.");
  return password;
}

/** Logs in; returns the header that an editor's calls carry. */
export async function logIn(url: string, password: string, email = EMAIL): Promise<{ authorization: string }> {
  const response = await fetch(`${url}${editorApiUrl.token()}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Logging in answered ${response.status}.`);
  const { access } = (await response.json()) as { access: string };
  return { authorization: `Bearer ${access}` };
}
