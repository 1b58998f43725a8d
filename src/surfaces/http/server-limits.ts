/** Bounds of the HTTP server, each with its reason. */

/** Limit of a request body. Operations that take more say so (`upload`). */
export const BODY_BYTES_MAX = 1_048_576;
/** A key and the name of its member need a tenth of it. */
export const SESSION_BODY_BYTES_MAX = 1_024;
/** Keys, tokens and a proxy's own headers need a tenth of it. */
export const HEADER_BYTES_MAX = 16_384;
/** The longest path parameter is that of a signed download: an object key of 512 bytes and a file name, in base64. */
export const PATH_PARAMETER_CHARACTERS_MAX = 2_048;
/** A client that needs longer for its headers holds a connection on purpose (slowloris). */
export const HEADERS_TIMEOUT_MS = 15_000;
/** 1 MiB in 30 s is a slow mobile line; whoever is slower holds a connection on purpose. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** What a file has to bring in each such time: the same slow line. */
export const STEADY_BYTES = 1_048_576;
/** Files that arrive in this process at one time; each takes a connection and room on the disk, and little memory. */
export const FILE_UPLOADS_MAX = 32;
/** How often Node looks for connections past the limit on headers. */
export const TIMEOUT_CHECK_MS = 5_000;
/** Longer than the 60 s after which common load balancers drop an idle connection, so that they close it and not we. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A socket on which nothing moves, also in the middle of a download, is dead. */
export const IDLE_SOCKET_TIMEOUT_MS = 120_000;
/** How long what a client goes on writing is thrown away once its request was refused unread; it reads the answer meanwhile. */
export const LINGER_MS = 1_000;
/** What is still being answered when we stop may take this long; shorter than the 10 s most supervisors grant. */
export const STOP_GRACE_MS = 8_000;
/** A readiness check that hangs is a check that fails, sooner than a prober's own limit (commonly 5 s). */
export const READINESS_TIMEOUT_MS = 4_000;
/** Serialisation failures and deadlocks vanish when the same work runs again; more than three in a row is overload. */
export const TRANSACTION_RETRIES_MAX = 3;
/** Before the first repeat; doubled for each further one, and shortened at random so that rivals part. */
export const TRANSACTION_RETRY_MS = 20;
/** What `Retry-After` says where we cannot know better: a restart of PostgreSQL takes a few seconds. */
export const RETRY_AFTER_SECONDS = 5;
/** A client that sends more than this many faults is not reading them. */
export const FAULTS_MAX = 100;
/** A rule's conditions nest 64 deep, each level an object and a list; what stands around them is a few more. */
export const BODY_DEPTH_MAX = 160;
/** A body larger than this is parsed and checked beside the serving thread: a smaller one takes that a millisecond or two. */
export const LARGE_BODY_BYTES = 64 * 1024;
/** Of the widest table in 10 MiB: a value and its comma take four bytes where they say anything. */
export const BODY_VALUES_MAX = 2_621_440;
/** Above the bounds on rows, cells and products, which their schemas name. */
export const BODY_ITEMS_MAX = 250_000;
/** Large bodies of one shop that wait for each other; a client that sends more at once isn't waiting for answers. */
export const LARGE_BODIES_WAITING_MAX = 4;
/** Longer than reading the largest body takes, shorter than the client's own limit. */
export const LARGE_BODY_PATIENCE_MS = 10_000;
/** Large bodies in this process, read or waiting: at most 160 MiB of them are in memory. */
export const LARGE_BODIES_MAX = 16;
/** Enough for thousands of clients that keep their connections; each costs a file descriptor and some kilobytes. */
export const CONNECTIONS_MAX = 10_000;
/** More than the programs behind one address keep open; whoever holds connections on purpose has no more than these. */
export const CONNECTIONS_OF_NETWORK_MAX = 512;
/** Answers of a connection go out one after another, so more at a time would only wait. */
export const REQUESTS_IN_FLIGHT_MAX = 8;
/**
 * Of one network, of what takes no key and so has no other limit: feed files, health, documents. Until the answer begins, which is a few
 * milliseconds; together they are the delay that everybody else may notice.
 */
export const REQUESTS_OF_NETWORK_MAX = 32;
/** Requests a client has written ahead: more than any does that reads its answers. */
export const REQUESTS_WAITING_MAX = 1_000;
