import type { FastifyBaseLogger } from "fastify";
import type { ArticleStore } from "#features/articles/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { Feature } from "#platform/feature.ts";
import type { RemoteRead } from "#platform/remote-fetch.ts";
import { type Language, textIn } from "#shared/translate.ts";
import type { EngineParts } from "./internal/engine.ts";
import { type ImportProcess, importJobs } from "./jobs.ts";
import type { LiveProgress } from "./queries.ts";
import { importRoutes, importUploadRoutes } from "./routes.ts";
import { openImportFolder } from "./uploads.ts";

type Deps = ArticleStore &
  PictureStore & {
    log: FastifyBaseLogger;
    siteUrl: string;
    readRemote: RemoteRead;
    backups: { dataDir: string };
    readSite: () => Promise<{ language?: Language | undefined }>;
    importProcess?: ImportProcess | undefined;
  };

/** Imports: uploads, their checks, staged documents, release and undo. `live` is the progress of what this process does. */
export async function importsFeature({
  backups,
  readSite,
  importProcess,
  ...store
}: Deps): Promise<Feature & { live: LiveProgress }> {
  const folder = await openImportFolder(backups.dataDir);
  const live: EngineParts["live"] = new Map();
  const parts: EngineParts = {
    ...store,
    folder: async () => folder,
    defaultCategory: async () => textIn((await readSite()).language ?? "en")("News"),
    live,
  };
  const deps = { store: parts, live };
  return {
    routes: [importUploadRoutes(deps), importRoutes(deps)],
    jobs: importJobs(parts, folder.node, importProcess),
    live,
  };
}
