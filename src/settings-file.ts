import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { withinOneEdit } from "#shared/vocabulary.ts";
import { EnvError, type Source, variableNames } from "./env.ts";

/** Read from the working directory where `ENV_FILE` names no other file. */
const DEFAULT_FILE = ".env";
/** Names that other programs use are often one letter from a shorter one of ours, as HOME is from HOST. */
const MIN_GUESSED_CHARS = 6;

/** Variables to read the settings from, and a line for each name that is probably a mistake. */
export type Settings = { source: Source; warnings: string[] };

/**
 * Adds the variables of the settings file to those of the environment, which win. Throws EnvError if the file that
 * `ENV_FILE` names cannot be read; the default file may be missing.
 */
export function readSettings(environment: Source): Settings {
  const named = environment.ENV_FILE || undefined;
  const file = readVariables(named ?? DEFAULT_FILE, named !== undefined);
  const fromFile = Object.keys(file)
    .filter((name) => !variableNames.includes(name))
    .sort();
  const fromEnvironment = Object.keys(environment).filter((name) => !variableNames.includes(name) && nearest(name));
  return {
    source: { ...file, ...withoutEmpty(environment) },
    warnings: [
      ...fromFile.map((name) => `${named ?? DEFAULT_FILE}: ${unknown(name)}`),
      ...fromEnvironment.map((name) => unknown(name)),
    ],
  };
}

function readVariables(path: string, isRequired: boolean): Source {
  try {
    return parseEnv(readFileSync(resolve(path), "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && !isRequired) return {};
    throw new EnvError(`${isRequired ? "ENV_FILE: " : ""}${path} cannot be read (${code})`);
  }
}

/** An empty variable is an unset one: the file's value applies. */
const withoutEmpty = (source: Source): Source =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));

const nearest = (name: string): string | undefined =>
  variableNames.find((known) => known.length >= MIN_GUESSED_CHARS && withinOneEdit(name.toUpperCase(), known));

function unknown(name: string): string {
  const known = nearest(name);
  return `${name} is not a setting and is ignored.${known ? ` Did you mean ${known}?` : ""}`;
}
