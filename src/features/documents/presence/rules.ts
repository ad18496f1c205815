/** How often a process checks who has come and gone, and what was saved, in other processes. Milliseconds. */
export const POLL_INTERVAL_MS = 1_000;

/** After how long a window counts as closed whose process no longer says that it is open. Milliseconds. */
export const PRESENCE_TTL_MS = 20_000;

/** How often a process says that its windows are open, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 5_000;

/** After how long a stream ends, in milliseconds; its client opens another, with a token that is valid then. */
export const STREAM_TTL_MS = 10 * 60_000;

/** Open streams of one process, and of one account in it. */
export const MAX_STREAMS = 2_000;
export const MAX_STREAMS_OF_ACCOUNT = 50;

/** How often a window reports where its user is, in milliseconds. */
export const PLACE_INTERVAL_MS = 1_000;

/** Reports of places that one address may send in a minute: those of twenty people who never stop. */
export const MAX_PLACES_PER_MINUTE = 1_200;

/** The highest number of a block that a place has. */
export const MAX_BLOCK = 100_000;
