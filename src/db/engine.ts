/** The two engines. PGlite counts as PostgreSQL. */
export type Engine = "sqlite" | "postgres";
