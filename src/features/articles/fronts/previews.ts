import type { Clock } from "#platform/clock.ts";
import { type Secrets, signedTokens } from "#platform/keys.ts";
import { themeUrl } from "#shared/urls.ts";

/** How long a link to a page with an arrangement that is not published works, in seconds. */
const PREVIEW_SECONDS = 30 * 60;

type Settings = Secrets & { siteUrl: string; clock: Clock };

/** Links to front pages as they are with one version of their arrangement. */
export function frontPreviews({ siteUrl, clock, ...secrets }: Settings) {
  const tokens = signedTokens("front", { issuer: siteUrl, clock, ...secrets });
  return {
    async linkOf(version: number): Promise<string> {
      const iat = Math.floor(clock.now() / 1000);
      return themeUrl.frontPreview(await tokens.sign({ iat, exp: iat + PREVIEW_SECONDS, version }));
    },
    /** The version that a link shows, if it is valid now. */
    async versionOf(token: string): Promise<number | undefined> {
      const version = (await tokens.verify(token))?.version;
      return typeof version === "number" ? version : undefined;
    },
  };
}
