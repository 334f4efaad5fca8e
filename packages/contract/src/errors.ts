/**
 * The error catalogue: every code of the service, with its one HTTP status. A code is for programs and stays for ever;
 * the message of an error is for people.
 */
export const ERRORS = {
  INVALID_TOKEN: {
    status: 401,
    meaning: 'The Authorization header is missing, malformed, or matches no configured token.',
  },
  MISSING_PERMISSION: { status: 403, meaning: 'The token is valid but lacks the permission of the route.' },
  RATE_LIMITED: {
    status: 429,
    meaning: 'The token sends too many requests; try again after Retry-After seconds.',
  },
  ROUTE_NOT_FOUND: { status: 404, meaning: 'No route has this path.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The path exists, with another method; see the Allow header.' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than the service takes, or holds more values.',
  },
  UNSUPPORTED_ENCODING: {
    status: 415,
    meaning: 'The body has a Content-Encoding, such as gzip; the service takes bodies as they are.',
  },
  INVALID_JSON: { status: 400, meaning: 'A body was supplied but is not parseable JSON.' },
  EMPTY_BODY: { status: 400, meaning: 'The route needs a body and got none.' },
  INVALID_REQUEST: { status: 400, meaning: 'A required body field is missing or of the wrong general kind.' },
  VALIDATION_FAILED: { status: 400, meaning: 'A supplied value is invalid.' },
  REQUEST_FAILED: {
    status: 400,
    meaning: 'The work failed, and nothing was applied; the log of the service says why.',
  },
  REQUEST_TIMEOUT: {
    status: 500,
    meaning: 'The game did not get to the request in time; nothing was applied.',
  },
  SERVER_BUSY: {
    status: 503,
    meaning: 'The queue of the game is full; try again after Retry-After seconds.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: 'The Idempotency-Key was used before, with another route or body.',
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'Something unforeseen happened; the cause is in the log of the service.',
  },
  PLAYER_MANAGER_UNAVAILABLE: { status: 500, meaning: 'The player manager cannot be accessed.' },
  PLAYER_NOT_FOUND: { status: 404, meaning: 'No online player matches the identifier.' },
  PLAYER_STATE_NOT_FOUND: { status: 404, meaning: 'The player exists but its state is not available.' },
  PLAYER_ACCOUNT_NOT_FOUND: {
    status: 404,
    meaning: 'The player is online but its account record cannot be loaded.',
  },
  PAL_NOT_FOUND: { status: 404, meaning: 'No Pal or captured person of the world has this id.' },
  GUILD_NOT_FOUND: { status: 404, meaning: 'No guild matches the guild_id.' },
  BAN_NOT_FOUND: { status: 404, meaning: 'The user or address is not actively banned.' },
  IP_UNAVAILABLE: { status: 400, meaning: 'The address of the player was to be banned and is not known.' },
  GRANT_FAILED: { status: 500, meaning: 'The items passed validation but adding them failed.' },
  PAL_TEMPLATE_IMPORT_FAILED: { status: 400, meaning: 'The Pal template does not import.' },
  SUMMON_PAL_FAILED: { status: 500, meaning: 'The Pal could not be summoned.' },
  SUMMON_NPC_FAILED: { status: 500, meaning: 'The NPC could not be summoned.' },
  SEND_MESSAGE_FAILED: { status: 400, meaning: 'The message could not be sent.' },
  BROADCAST_ALERT_FAILED: { status: 400, meaning: 'The alert could not be sent.' },
  INVALID_BASE_CAMP_ID: { status: 400, meaning: 'The path value is not a GUID.' },
  BASE_CAMP_MANAGER_UNAVAILABLE: { status: 500, meaning: 'The base camp manager cannot be accessed.' },
  BASE_CAMP_NOT_FOUND: { status: 404, meaning: 'No base camp has this GUID.' },
  DELETE_BASE_FAILED: {
    status: 500,
    meaning: 'The base camp was found, but deleting it failed; nothing was deleted.',
  },
  ARCHIVE_NOT_FOUND: { status: 404, meaning: 'No archive of a deleted base has this name.' },
  ARCHIVE_UNREADABLE: {
    status: 400,
    meaning: 'The archive is damaged, or of a version that cannot be restored; nothing was restored.',
  },
  ARCHIVE_CONFLICT: {
    status: 409,
    meaning: 'What the archive holds does not fit into the world as it is now; nothing was restored.',
  },
  NOT_ATTACHED: {
    status: 409,
    meaning: 'This service has a world of its own; there is no game server beside it.',
  },
  DELIVERY_NOT_FOUND: { status: 404, meaning: 'No delivery has this id.' },
  DELIVERY_ENDED: {
    status: 409,
    meaning: 'The delivery is being delivered or has ended, so it stays as it is.',
  },
  MAINTENANCE_RUNNING: { status: 409, meaning: 'A maintenance of the game server is running.' },
  PRECONDITION_REQUIRED: {
    status: 428,
    meaning: 'The write has to say which version of the file it replaces, with If-Match or If-None-Match.',
  },
  FILE_CHANGED: {
    status: 412,
    meaning:
      'The file is not the one that the request names: it says something else meanwhile, or is there already.',
  },
  TEMPLATE_NOT_FOUND: { status: 404, meaning: 'No Pal template has this name.' },
  RULES_NOT_FOUND: { status: 404, meaning: 'No file of import rules has this name.' },
  SETTINGS_NOT_FOUND: { status: 404, meaning: 'No file of settings has this name here.' },
  TOKEN_NOT_FOUND: { status: 404, meaning: 'The fleet has no token with this id.' },
  WORLD_NOT_FOUND: { status: 404, meaning: 'The fleet knows no world with this key.' },
  NOT_FENCED: {
    status: 409,
    meaning: 'No second process says it is this world, so there is nothing to decide.',
  },
  BACKUP_RUNNING: { status: 409, meaning: 'A backup is being made.' },
  BACKUP_NOT_FOUND: { status: 404, meaning: 'No backup of the save folder has this name.' },
  JOIN_REFUSED: {
    status: 403,
    meaning: 'The join code lets no world join, or not this one; `Details.Reason` says why.',
  },
  LIST_NOT_FOUND: { status: 404, meaning: 'The fleet has no shared list of this name.' },
  OFFER_NOT_FOUND: {
    status: 404,
    meaning: 'No world offers this ban to the list, or somebody has decided on it already.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** Problems that an error response lists. Whoever collects problems stops one after that. */
export const MAX_PROBLEMS = 100;

/** One error of a body. `Path` is a JSON pointer; `Message` continues it, as in `must be at least 1`. */
export interface Problem {
  Path: string;
  Message: string;
}

export interface ErrorDetails {
  Problems?: Problem[];
  [more: string]: unknown;
}

/** The body of every error response, except the failure form of the legacy give. */
export interface ErrorEnvelope {
  Error: { Code: ErrorCode; Message: string; Details: ErrorDetails };
}

/** An error that the caller can act on. Thrown anywhere below a route, answered by the one error handler. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].meaning,
    details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The body of the response: an ErrorEnvelope, unless the route has a form of its own. */
  toEnvelope(): { Error: object } {
    const { code, message, details } = this;
    const envelope: ErrorEnvelope = {
      Error: { Code: code, Message: short(message, MAX_MESSAGE), Details: shortDetails(details) },
    };
    return envelope;
  }
}

/** Limits of an error response, which may quote long values and list many problems. */
const MAX_MESSAGE = 2000;
const MAX_PROBLEM_TEXT = 500;

function shortDetails(details: ErrorDetails): ErrorDetails {
  if (details.Problems === undefined) return details;
  const Problems = details.Problems.slice(0, MAX_PROBLEMS).map(({ Path, Message }) => ({
    Path: short(Path, MAX_PROBLEM_TEXT),
    Message: short(Message, MAX_PROBLEM_TEXT),
  }));
  return { ...details, Problems };
}

function short(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
