/** The error catalogue: every code with its HTTP status. A code is for programs and never changes. */
export const ERRORS = {
  ...withStatus(400, {
    INVALID_JSON: 'A body was supplied but is not parseable JSON.',
    EMPTY_BODY: 'The route needs a body and got none.',
    INVALID_REQUEST: 'A required body field is missing or of the wrong general kind.',
    VALIDATION_FAILED: 'A supplied value is invalid.',
    REQUEST_FAILED:
      'The work failed, and nothing was applied. `Details.Reason` is `UNKNOWN_PLAYER` or `NOT_POSSIBLE` where no retry helps, `PLAYER_OFFLINE` or `CHARACTER_NOT_LOADED` where one may; without it the log of the service has the reason.',
    IP_UNAVAILABLE: 'The address of the player was to be banned and is not known.',
    PAL_TEMPLATE_IMPORT_FAILED: 'The Pal template does not import.',
    SEND_MESSAGE_FAILED: 'The message could not be sent.',
    BROADCAST_ALERT_FAILED: 'The alert could not be sent.',
    INVALID_BASE_CAMP_ID: 'The path value is not a GUID.',
    ARCHIVE_UNREADABLE:
      'The archive is damaged, or of a version that cannot be restored; nothing was restored.',
  }),
  ...withStatus(401, {
    INVALID_TOKEN: 'The Authorization header is missing, malformed, or matches no configured token.',
  }),
  ...withStatus(403, {
    MISSING_PERMISSION: 'The token is valid but lacks the permission of the route.',
    JOIN_REFUSED: 'The join code is not valid, or not for this world; `Details.Reason` has the reason.',
  }),
  ...withStatus(404, {
    ROUTE_NOT_FOUND: 'No route has this path.',
    PLAYER_NOT_FOUND: 'No online player matches the identifier.',
    PLAYER_STATE_NOT_FOUND: 'The player exists but its state is not available.',
    PLAYER_ACCOUNT_NOT_FOUND: 'The player is online but its account record cannot be loaded.',
    PAL_NOT_FOUND: 'No Pal or captured person of the world has this id.',
    GUILD_NOT_FOUND: 'No guild matches the guild_id.',
    BAN_NOT_FOUND: 'The user or address is not actively banned.',
    BASE_CAMP_NOT_FOUND: 'No base camp has this GUID.',
    ARCHIVE_NOT_FOUND: 'No archive of a deleted base has this name.',
    DELIVERY_NOT_FOUND: 'No delivery has this id.',
    TEMPLATE_NOT_FOUND: 'No Pal template has this name.',
    RULES_NOT_FOUND: 'No file of import rules has this name.',
    SETTINGS_NOT_FOUND: 'No file of settings has this name here.',
    TOKEN_NOT_FOUND: 'The fleet has no token with this id.',
    WORLD_NOT_FOUND: 'The fleet knows no world with this key.',
    BACKUP_NOT_FOUND: 'No backup of the save folder has this name.',
    LIST_NOT_FOUND: 'The fleet has no shared list of this name.',
    OFFER_NOT_FOUND: 'No world offers this ban to the list, or it has been decided already.',
  }),
  ...withStatus(405, { METHOD_NOT_ALLOWED: 'The path exists, with another method; see the Allow header.' }),
  ...withStatus(409, {
    ARCHIVE_CONFLICT: 'The contents of the archive conflict with the current world; nothing was restored.',
    NOT_ATTACHED: 'This service runs its own world and is not attached to a game server.',
    DELIVERY_ENDED: 'The delivery is in progress or has ended and can no longer change.',
    MAINTENANCE_RUNNING: 'A maintenance of the game server is running.',
    BACKUP_RUNNING: 'A backup is being made.',
  }),
  ...withStatus(412, {
    FILE_CHANGED:
      'The file is not the version that the request names: it has changed since, or exists already.',
  }),
  ...withStatus(413, {
    PAYLOAD_TOO_LARGE: 'The body is larger than the service takes, or holds more values.',
  }),
  ...withStatus(415, {
    UNSUPPORTED_ENCODING:
      'The body has a Content-Encoding, such as gzip; the service takes bodies as they are.',
  }),
  ...withStatus(422, {
    IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used before, with another route or body.',
  }),
  ...withStatus(428, {
    PRECONDITION_REQUIRED:
      'The write has to say which version of the file it replaces, with If-Match or If-None-Match.',
  }),
  ...withStatus(429, {
    RATE_LIMITED: 'The token sends too many requests; try again after Retry-After seconds.',
  }),
  ...withStatus(500, {
    REQUEST_TIMEOUT: 'The game did not process the request in time; nothing was applied.',
    INTERNAL_ERROR: 'Something unforeseen happened; the cause is in the log of the service.',
    PLAYER_MANAGER_UNAVAILABLE: 'The player manager cannot be accessed.',
    GRANT_FAILED: 'The items passed validation but adding them failed.',
    SUMMON_PAL_FAILED: 'The Pal could not be summoned.',
    SUMMON_NPC_FAILED: 'The NPC could not be summoned.',
    BASE_CAMP_MANAGER_UNAVAILABLE: 'The base camp manager cannot be accessed.',
    DELETE_BASE_FAILED: 'The base camp was found, but deleting it failed; nothing was deleted.',
  }),
  ...withStatus(502, {
    WORLD_ANSWER_INVALID: 'The world behind the gateway has sent an invalid response.',
  }),
  ...withStatus(504, {
    OUTCOME_UNKNOWN:
      'The world behind the gateway does not answer, and may have applied the write or not; repeat it with the Idempotency-Key in `Details`.',
  }),
  ...withStatus(503, { SERVER_BUSY: 'The queue of the game is full; try again after Retry-After seconds.' }),
};

/** Codes of one status, each with what it means. */
function withStatus<const Code extends string>(status: number, meanings: Record<Code, string>) {
  const entries = Object.entries<string>(meanings).map(([code, meaning]) => [code, { status, meaning }]);
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
