import type { Env } from "../env.ts";
import { AUDIT_USAGE, runAuditCommand } from "./audit-commands.ts";
import { BACKUP_USAGE, RESTORE_USAGE, runBackupCommand, runRestoreCommand } from "./backup-commands.ts";
import { DEMO_USAGE, runDemoCommand } from "./demo-commands.ts";
import { MOVE_USAGE, runMoveCommand } from "./move-commands.ts";
import { PICTURE_USAGE, runPictureCommand } from "./picture-commands.ts";
import { runSecretCommand, SECRET_USAGE } from "./secret-commands.ts";
import { workersIn } from "./services.ts";
import { runUserCommand, USER_USAGE } from "./user-commands.ts";

/** An operator's command; `run` returns the exit code. */
type Command = { usage: string; summary: string; run: (env: Env, args: string[]) => Promise<number> };

/** The folder of the built commands, dist/server. */
const PROGRAMS = import.meta.dirname;

/** The operator's commands by name. */
export const commands: Record<string, Command> = {
  user: { usage: USER_USAGE, summary: "manages who can log in", run: runUserCommand },
  picture: {
    usage: PICTURE_USAGE,
    summary: "removes a picture permanently, also where it is used",
    run: runPictureCommand,
  },
  audit: {
    usage: AUDIT_USAGE,
    summary: "checks that the audit log is complete and unchanged",
    run: runAuditCommand,
  },
  secret: {
    usage: SECRET_USAGE,
    summary: "replaces the key that signs tokens and links, or forgets former ones",
    run: runSecretCommand,
  },
  backup: {
    usage: BACKUP_USAGE,
    summary: "copies articles, pictures and all else into a new folder",
    run: runBackupCommand,
  },
  restore: {
    usage: RESTORE_USAGE,
    summary: "brings a backup back, while the server is stopped",
    run: runRestoreCommand,
  },
  move: {
    usage: MOVE_USAGE,
    summary: "copies the database into an empty one of the other engine",
    run: (env, args) => runMoveCommand(env, args, workersIn(PROGRAMS)),
  },
  demo: {
    usage: DEMO_USAGE,
    summary: "adds generated articles, for measuring, or removes the first edition",
    run: (env, args) => runDemoCommand(env, args, PROGRAMS),
  },
};
