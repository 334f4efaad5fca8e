import { ERROR_TABLE } from './texts/errors.ts';

/** The error catalogue, from the texts. */
export const ERRORS = withMeanings(ERROR_TABLE);

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
