import { EnvError, readEnv } from "../env.ts";
import { commands } from "./commands.ts";

const HELP = `Usage: npm run jarida -- COMMAND

${Object.entries(commands)
  .map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(24)}${summary}`)
  .join("\n")}
  help                    shows this

The commands read the same variables as npm start and may be used while the server runs.
`;

async function main([name = "help", ...args]: string[]): Promise<number> {
  if (name === "help" || name === "--help") {
    process.stdout.write(HELP);
    return 0;
  }
  const command = commands[name];
  if (!command) {
    process.stderr.write(`There is no command ${name}.\n\n${HELP}`);
    return 1;
  }
  return command.run(readEnv(process.env), args);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(error instanceof EnvError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
    process.exit(1);
  },
);
