import { type ErrorCode, MAX_PROBLEMS, type Problem, Refusal } from './errors.ts';

/** Messages that begin so continue their path: `Items[0].Count must be at least 1`. */
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

/** Beyond what is listed nobody counts: the check has stopped. */
function moreThanOne(count: number): string {
  if (count <= 1) return '';
  return count > MAX_PROBLEMS ? ` (and at least ${MAX_PROBLEMS} more)` : ` (and ${count - 1} more)`;
}
