import { ERRORS, type ErrorCode, groupedDigits, type Refusal } from '@palatine/contract';
import type { AuditSubject, RefusedEntry } from '@palatine/contract/audit-records';
import { cutText } from '@palatine/contract/audit-summary';
import type { Token } from '@palatine/contract/tokens';
import type { Clock } from '@palatine/platform/clock';
import { tokenBuckets } from './authorize.ts';

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

export type RefusalAudit = ReturnType<typeof refusalAudit>;

/** Audits refused writes, a bounded number per token; one entry a minute counts the others. */
export function refusalAudit(write: (entry: RefusedEntry) => void, clock: Clock) {
  const take = tokenBuckets(clock.elapsed);
  const suppressedOf = new Map<Token['id'], Suppressed>();
  let suppressed = 0;

  function suppress({ id }: Token, subject: AuditSubject, code: ErrorCode): void {
    suppressed += 1;
    const ofToken = suppressedOf.get(id) ?? {
      subject,
      byCode: new Map<ErrorCode, number>(),
      cancelSummary: clock.after(SUMMARY_MS, () => summarize(id)),
    };
    ofToken.subject = subject;
    ofToken.byCode.set(code, (ofToken.byCode.get(code) ?? 0) + 1);
    suppressedOf.set(id, ofToken);
  }

  function summarize(id: Token['id']): void {
    const { byCode, subject } = suppressedOf.get(id) as Suppressed; // a summary is due when there is one
    suppressedOf.delete(id);
    const counts = [...byCode].sort(([, left], [, right]) => right - left);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const [mostFrequent] = counts[0] as [ErrorCode, number]; // and it counts one at least
    const codes = counts.map(([code, count]) => `${groupedDigits(count)} ${code}`).join(', ');
    write({
      ...subject,
      Target: '',
      summary: '',
      requestId: '',
      idempotencyKey: '',
      Reason: `and ${groupedDigits(total)} more refusals within a minute: ${codes}`,
      Outcome: mostFrequent,
      Status: ERRORS[mostFrequent].status,
    });
  }

  return {
    /** Refusals without their own entry. */
    get suppressed(): number {
      return suppressed;
    },

    /** `summaryOf`: what the request asked for, if its body was read. */
    add(token: Token, subject: AuditSubject, { code, status }: Refusal, summaryOf?: () => string): void {
      if (take(token, ENTRIES_PER_TOKEN) > 0) return suppress(token, subject, code);
      const [Target, Reason] = [cutText(subject.Target, MAX_TEXT), cutText(subject.Reason, MAX_TEXT)];
      const summary = cutText(summaryOf?.() ?? '', MAX_TEXT);
      write({ ...subject, Target, Reason, summary, Outcome: code, Status: status });
    },

    /** Writes pending summaries when the service stops. */
    close(): void {
      for (const [id, { cancelSummary }] of suppressedOf) {
        cancelSummary();
        summarize(id);
      }
    },
  };
}
