const SITE = "http://localhost";

/** The head of a category's page. `page` counts from 1. */
export function headOf({ name, slug }, page) {
  const title = page > 1 ? `${name}, page ${page}` : name;
  const description = `News, explainers and analysis on ${name} from Jarida.`;
  const path = page > 1 ? `/category/${slug}?page=${page}` : `/category/${slug}`;
  const images = [{ url: "/og-default.jpg", width: 1200, height: 630 }];
  return {
    metadataBase: new URL(SITE),
    title: `${title} | Jarida`,
    description,
    robots: "max-image-preview:large",
    alternates: {
      canonical: path,
      types: {
        "application/rss+xml": [{ url: "/rss.xml", title: "Jarida" }],
        "application/feed+json": [{ url: "/feed.json", title: "Jarida" }],
      },
    },
    openGraph: { siteName: "Jarida", type: "website", title, description, url: path, images },
    twitter: { card: "summary_large_image", title, description, images },
  };
}
