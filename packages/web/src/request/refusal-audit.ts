import { ERRORS, type ErrorCode, groupedDigits, type Refusal } from '@palatine/contract';
import type { Token } from '@palatine/data-dir/tokens';
import type { AuditSubject, RefusedEntry } from '@palatine/engine/calls';
import type { Clock } from '@palatine/platform/clock';
import { cutText } from '@palatine/world';
import { type RefusalLog, TokenBuckets } from './authorize.ts';

/** Audit entries for the refusals of a token, as a token bucket. */
const ENTRIES_PER_TOKEN = { burst: 20, perSecond: 1 };
/** Interval of summaries of the other refusals. */
const SUMMARY_MS = 60_000;
/** Maximum characters of a text in the entry of a refusal: nothing of it was applied. */
const MAX_TEXT = 128;

/** The suppressed refusals of a token since its last summary. */
interface Suppressed {
  byCode: Map<ErrorCode, number>;
  /** The last of them. */
  subject: AuditSubject;
  cancelSummary: () => void;
}

/** Audits refused writes, a bounded number per token; one entry a minute counts the others. */
export class RefusalAudit implements RefusalLog {
  suppressed = 0;
  readonly #write: (entry: RefusedEntry) => void;
  readonly #clock: Clock;
  readonly #buckets: TokenBuckets;
  readonly #suppressed = new Map<Token, Suppressed>();

  constructor(write: (entry: RefusedEntry) => void, clock: Clock) {
    this.#write = write;
    this.#clock = clock;
    this.#buckets = new TokenBuckets(clock.elapsed);
  }

  add(
    token: Token,
    subject: AuditSubject,
    { code, status }: Refusal,
    summaryOf: () => string = () => '',
  ): void {
    if (this.#buckets.take(token, ENTRIES_PER_TOKEN) > 0) return this.#suppress(token, subject, code);
    const [Target, Reason] = [cutText(subject.Target, MAX_TEXT), cutText(subject.Reason, MAX_TEXT)];
    const summary = cutText(summaryOf(), MAX_TEXT);
    this.#write({ ...subject, Target, Reason, summary, Outcome: code, Status: status });
  }

  close(): void {
    for (const [token, { cancelSummary }] of [...this.#suppressed]) {
      cancelSummary();
      this.#summarize(token);
    }
  }

  #suppress(token: Token, subject: AuditSubject, code: ErrorCode): void {
    this.suppressed += 1;
    const { byCode, cancelSummary } = this.#suppressed.get(token) ?? {
      byCode: new Map<ErrorCode, number>(),
      cancelSummary: this.#clock.after(SUMMARY_MS, () => this.#summarize(token)),
    };
    byCode.set(code, (byCode.get(code) ?? 0) + 1);
    this.#suppressed.set(token, { byCode, cancelSummary, subject });
  }

  #summarize(token: Token): void {
    const suppressed = this.#suppressed.get(token);
    this.#suppressed.delete(token);
    if (suppressed === undefined) return;
    const counts = [...suppressed.byCode].sort(([, one], [, other]) => other - one);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const [mostFrequent] = counts[0] as [ErrorCode, number]; // a summary is due when there is one
    const codes = counts.map(([code, count]) => `${groupedDigits(count)} ${code}`).join(', ');
    this.#write({
      ...suppressed.subject,
      Target: '',
      summary: '',
      requestId: '',
      idempotencyKey: '',
      Reason: `and ${groupedDigits(total)} more refusals within a minute: ${codes}`,
      Outcome: mostFrequent,
      Status: ERRORS[mostFrequent].status,
    });
  }
}
