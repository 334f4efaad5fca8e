/** The error catalogue: every code with its HTTP status. A code is for programs and never changes. */
export const ERRORS = withMeanings({
  INVALID_JSON: [400, 'A body was supplied but is not parseable JSON.'],
  EMPTY_BODY: [400, 'The route needs a body and got none.'],
  INVALID_REQUEST: [400, 'A required body field is missing or of the wrong general kind.'],
  VALIDATION_FAILED: [400, 'A supplied value is invalid.'],
  REQUEST_FAILED: [
    400,
    'The work failed, and nothing was applied. `Details.Reason` is `UNKNOWN_PLAYER` or ' +
      '`NOT_POSSIBLE` where no retry helps, `PLAYER_OFFLINE` or `CHARACTER_NOT_LOADED` where one ' +
      'may; without it the log of the service has the reason.',
  ],
  IP_UNAVAILABLE: [400, 'The address of the player was to be banned and is not known.'],
  PAL_TEMPLATE_IMPORT_FAILED: [400, 'The Pal template does not import.'],
  SEND_MESSAGE_FAILED: [400, 'The message could not be sent.'],
  BROADCAST_ALERT_FAILED: [400, 'The alert could not be sent.'],
  INVALID_BASE_CAMP_ID: [400, 'The path value is not a GUID.'],
  ARCHIVE_UNREADABLE: [
    400,
    'The archive is damaged, or of a version that cannot be restored; nothing was restored.',
  ],
  INVALID_TOKEN: [401, 'The Authorization header is missing, malformed, or matches no configured token.'],
  MISSING_PERMISSION: [403, 'The token is valid but lacks the permission of the route.'],
  JOIN_REFUSED: [403, 'The join code is not valid, or not for this world; `Details.Reason` has the reason.'],
  SIGN_IN_REFUSED: [403, 'The code of the sign-in link is wrong, used, or older than 15 minutes.'],
  ROUTE_NOT_FOUND: [404, 'No route has this path.'],
  PLAYER_NOT_FOUND: [404, 'No online player matches the identifier.'],
  PLAYER_STATE_NOT_FOUND: [404, 'The player exists but its state is not available.'],
  PLAYER_ACCOUNT_NOT_FOUND: [404, 'The player is online but its account record cannot be loaded.'],
  PAL_NOT_FOUND: [404, 'No Pal or captured person of the world has this id.'],
  GUILD_NOT_FOUND: [404, 'No guild matches the guild_id.'],
  BAN_NOT_FOUND: [404, 'The user or address is not actively banned.'],
  BASE_CAMP_NOT_FOUND: [404, 'No base camp has this GUID.'],
  ARCHIVE_NOT_FOUND: [404, 'No archive of a deleted base has this name.'],
  DELIVERY_NOT_FOUND: [404, 'No delivery has this id.'],
  TEMPLATE_NOT_FOUND: [404, 'No Pal template has this name.'],
  RULES_NOT_FOUND: [404, 'No file of import rules has this name.'],
  SETTINGS_NOT_FOUND: [404, 'No file of settings has this name here.'],
  TOKEN_NOT_FOUND: [404, 'No token has this name or id.'],
  WORLD_NOT_FOUND: [404, 'The fleet knows no world with this key.'],
  BACKUP_NOT_FOUND: [404, 'No backup of the save folder has this name.'],
  LIST_NOT_FOUND: [404, 'The fleet has no shared list of this name.'],
  OFFER_NOT_FOUND: [404, 'No world offers this ban to the list, or it has been decided already.'],
  METHOD_NOT_ALLOWED: [405, 'The path exists, with another method; see the Allow header.'],
  ARCHIVE_CONFLICT: [
    409,
    'The contents of the archive conflict with the current world; nothing was restored.',
  ],
  NOT_ATTACHED: [409, 'This service runs its own world and is not attached to a game server.'],
  DELIVERY_ENDED: [409, 'The delivery is in progress or has ended and can no longer change.'],
  MAINTENANCE_RUNNING: [409, 'A maintenance of the game server is running.'],
  BACKUP_RUNNING: [409, 'A backup is being made.'],
  FILE_CHANGED: [
    412,
    'The file is not the version that the request names: it has changed since, or exists already.',
  ],
  PAYLOAD_TOO_LARGE: [413, 'The body is larger than the service takes, or holds more values.'],
  UNSUPPORTED_ENCODING: [
    415,
    'The body has a Content-Encoding, such as gzip; the service takes bodies as they are.',
  ],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was used before, with another route or body.'],
  PRECONDITION_REQUIRED: [
    428,
    'The write has to say which version of the file it replaces, with If-Match or If-None-Match.',
  ],
  RATE_LIMITED: [429, 'The token sends too many requests; try again after Retry-After seconds.'],
  REQUEST_TIMEOUT: [500, 'The game did not process the request in time; nothing was applied.'],
  INTERNAL_ERROR: [500, 'Something unforeseen happened; the cause is in the log of the service.'],
  PLAYER_MANAGER_UNAVAILABLE: [500, 'The player manager cannot be accessed.'],
  GRANT_FAILED: [500, 'The items passed validation but adding them failed.'],
  SUMMON_PAL_FAILED: [500, 'The Pal could not be summoned.'],
  SUMMON_NPC_FAILED: [500, 'The NPC could not be summoned.'],
  BASE_CAMP_MANAGER_UNAVAILABLE: [500, 'The base camp manager cannot be accessed.'],
  DELETE_BASE_FAILED: [500, 'The base camp was found, but deleting it failed; nothing was deleted.'],
  WORLD_ANSWER_INVALID: [502, 'The world behind the gateway has sent an invalid response.'],
  OUTCOME_UNKNOWN: [
    504,
    'The world behind the gateway does not answer, and may have applied the write or not; repeat it with the Idempotency-Key in `Details`.',
  ],
  SERVER_BUSY: [503, 'The queue of the game is full; try again after Retry-After seconds.'],
});

function withMeanings<const Code extends string>(
  table: Record<Code, readonly [status: number, meaning: string]>,
) {
  const rows = Object.entries<readonly [number, string]>(table);
  const entries = rows.map(([code, [status, meaning]]) => [code, { status, meaning }]);
  return Object.fromEntries(entries) as Record<Code, { status: number; meaning: string }>;
}

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** Maximum problems of an error response; checks stop collecting after that. */
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

  /** The body of the response: an ErrorEnvelope, unless the route has its own form. */
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

/** Messages that begin like this continue their path: `Items[0].Count must be at least 1`. */
const PREDICATE = /^(must|is|makes|names) /;

/** A place in a body as people read it: `Items[0].Count` for the JSON pointer `/Items/0/Count`, `the body` for ''. */
export function fieldName(path: string): string {
  const [, ...segments] = path.split('/');
  if (segments.length === 0) return 'the body';
  const steps = segments.map((escaped) => {
    const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(segment)) return `[${segment}]`;
    return /^[A-Za-z_]\w*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
  });
  return steps.join('').replace(/^\./, '');
}

/** The refusal of a body: `Message` has the first problem and the count, `Details.Problems` all. */
export function problemsRefusal(code: ErrorCode, problems: readonly Problem[]): Refusal {
  const [first] = problems;
  if (first === undefined) throw new TypeError('a refusal needs a problem');
  const { Path, Message } = first;
  const separator = PREDICATE.test(Message) ? ' ' : ': ';
  return new Refusal(code, `${fieldName(Path)}${separator}${Message}${moreThanOne(problems.length)}`, {
    Problems: [...problems],
  });
}

/** Checks stop at MAX_PROBLEMS, so there may be more. */
function moreThanOne(count: number): string {
  if (count <= 1) return '';
  return count > MAX_PROBLEMS ? ` (and at least ${MAX_PROBLEMS} more)` : ` (and ${count - 1} more)`;
}
