/** `npx node scripts/missing-translations.mjs [LANGUAGE]`: the texts that each language, or one, still shows in English. */
import { TRANSLATIONS } from "../src/shared/messages/all.ts";
import { missingIn } from "../src/shared/messages/missing.ts";

const [chosen] = process.argv.slice(2);
for (const [language, messages] of Object.entries(TRANSLATIONS)) {
  if (chosen && chosen !== language) continue;
  const missing = missingIn(messages);
  process.stdout.write(`${language}: ${missing.length === 0 ? "complete" : `${missing.length} texts are missing`}\n`);
  for (const text of missing) process.stdout.write(`  ${JSON.stringify(text)}\n`);
}
