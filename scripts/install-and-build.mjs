/** `npm run build`: installs the locked dependencies where they are missing or stale, and builds. */
import { ensureBuilt, ensureInstalled, hasTools } from "./project.mjs";

// The tools of a developer's machine stay.
ensureInstalled({ withTools: hasTools() });
ensureBuilt();
