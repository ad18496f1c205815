import type { FastifyBaseLogger } from "fastify";
import type { ArticleStore } from "#features/articles/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import type { Feature } from "#platform/feature.ts";
import type { RemoteRead } from "#platform/remote-fetch.ts";
import { textIn } from "#shared/translate.ts";
import type { EngineParts } from "./internal/engine.ts";
import { type ImportProcess, importJobs } from "./jobs.ts";
import type { LiveImports } from "./queries.ts";
import { importRoutes, importUploadRoutes } from "./routes.ts";
import { openImportFolder } from "./uploads.ts";

type Deps = ArticleStore &
  PictureStore & {
    log: FastifyBaseLogger;
    siteUrl: string;
    readRemote: RemoteRead;
    backups: { dataDir: string };
    readSite: () => Promise<{ language?: string | undefined }>;
    importProcess?: ImportProcess | undefined;
  };

/** Imports: uploads, their checks, staged documents, release and undo. `live` and `waiting`: of what this process does. */
export async function importsFeature({
  backups,
  readSite,
  importProcess,
  ...store
}: Deps): Promise<Feature & LiveImports> {
  const folder = await openImportFolder(backups.dataDir);
  const known: Pick<EngineParts, "live" | "waiting"> = { live: new Map(), waiting: new Map() };
  const parts: EngineParts = {
    ...store,
    folder: async () => folder,
    defaultCategory: async () => textIn((await readSite()).language ?? "en")("News"),
    ...known,
  };
  const deps = { store: parts, known };
  return {
    routes: [importUploadRoutes(deps), importRoutes(deps)],
    jobs: importJobs(parts, folder.node, importProcess),
    ...known,
  };
}
