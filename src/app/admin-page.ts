import type { FastifyPluginAsync } from "fastify";
import { securityHeaders } from "#platform/security-headers.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { renderAdminDocument } from "./render/document.ts";
import type { SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

type AdminEnv = { mail: { smtpUrl: string | undefined }; provider: { name: string } | undefined };
type Deps = { readSite: ReadSite; renderer: SiteRenderer; secure: boolean; env: AdminEnv };

/** The addresses of the admin area's places; one that is left out does not compile, as its screen would be a 404. */
const PLACES: Record<keyof typeof adminUrl, string[]> = {
  article: [adminUrl.article("*")],
  issue: [adminUrl.issue("*")],
  audience: [adminUrl.audience(), adminUrl.audience("*")],
  calendar: [adminUrl.calendar()],
  home: [adminUrl.home()],
  media: [adminUrl.media()],
  settings: [adminUrl.settings()],
  audit: [adminUrl.audit()],
  people: [adminUrl.people()],
  security: [adminUrl.security()],
  holdings: [adminUrl.holdings()],
  notifications: [adminUrl.notifications()],
  forgot: [adminUrl.forgot()],
  join: [adminUrl.join()],
  reset: [adminUrl.reset()],
  confirmEmail: [adminUrl.confirmEmail()],
  trash: [adminUrl.trash()],
};

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
    for (const path of [pageUrl.admin(), ...Object.values(PLACES).flat()]) {
      app.get(path, async (request, reply) => {
        const document = renderAdminDocument({ ...(await readSite()), ...own }, assets);
        const html = transform ? await transform(request.url, document) : document;
        return reply.headers(headers).send(html);
      });
    }
  };
}
