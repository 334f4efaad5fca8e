/** The game keeps counts, levels and totals as signed integers of 32 bits. */
export const INT32_MAX = 2147483647;
export const INT32_MIN = -2147483648;

/** Maximum unused status points: saves hold them in 16 bits. */
export const STATUS_POINTS_MAX = 65_535;

/** Limits of what a caller may send. Lengths of texts count UTF-16 units, as `String.length` does. */
export const LIMITS = {
  /** An id or an identifier: of an item, a Pal, a player, a guild. */
  idChars: 256,
  messageChars: 4096,
  /** The name a message is sent under. */
  senderChars: 256,
  reasonChars: 1024,
  /** The text of a file that is saved. */
  fileChars: 512 * 1024,
  filterChars: 1024,
  /** Entries of a list: items, Pals, eggs, players. */
  listEntries: 1000,
  /** Pal templates of a request: each is a file to read. */
  templateEntries: 256,
  /** Technologies of a request; the game has about 600. */
  technologyEntries: 2000,
  /** Names of statuses that a summoned Pal does not get. */
  statusEntries: 100,
  /** Map coordinate, on either side of 0: far outside any map. */
  mapCoordinate: 1_000_000_000,
  /** Levels of lists and objects in a body. */
  bodyDepth: 100,
  /** Values of a body, those in lists and objects counted one by one. */
  bodyValues: 50_000,
  /** A body, unless RESTConfig.json sets Max-Body-Bytes. */
  bodyBytes: 1024 * 1024,
  /** All headers of a request together, with its path. */
  headerBytes: 16 * 1024,
  /** An Idempotency-Key. */
  keyChars: 255,
} as const;
