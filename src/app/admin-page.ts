import type { FastifyPluginAsync } from "fastify";
import { securityHeaders } from "#platform/security-headers.ts";
import type { AdminScreen } from "#shared/declaration.ts";
import { declared } from "#shared/features.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { renderAdminDocument } from "./render/document.ts";
import type { SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

type AdminEnv = { mail: { smtpUrl: string | undefined }; provider: { name: string } | undefined };
type Deps = { readSite: ReadSite; renderer: SiteRenderer; secure: boolean; env: AdminEnv };

/** Screens for users who are not signed in. */
const OPEN = [adminUrl.forgot(), adminUrl.join(), adminUrl.reset(), adminUrl.confirmEmail()];

const addressesOf = ({ path, below }: AdminScreen) => [
  ...(below === "documents" ? [] : [path]),
  ...(below ? [`${path}/*`] : []),
];

/**
 * The admin area's one document, at `/admin` and the addresses below it: never indexed, revalidated on each request.
 */
export function adminPage({ readSite, renderer, secure, env }: Deps): FastifyPluginAsync {
  const { assets, transform } = renderer;
  const own = { sendsMail: env.mail.smtpUrl !== undefined, signOnName: env.provider?.name };
  const headers = {
    ...(transform ? {} : securityHeaders("admin", secure)),
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "x-robots-tag": "noindex, nofollow",
  };
  return async (app) => {
    for (const path of [pageUrl.admin(), ...OPEN, ...Object.values(declared("screens")).flatMap(addressesOf)]) {
      app.get(path, async (request, reply) => {
        const document = renderAdminDocument({ ...(await readSite()), ...own }, assets);
        const html = transform ? await transform(request.url, document) : document;
        return reply.headers(headers).send(html);
      });
    }
  };
}
