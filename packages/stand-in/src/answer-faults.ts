import type { AnswerFault, AnswerRule } from './variants.ts';

/** The faults of answers that a test has ordered. */
export class AnswerFaults {
  rules: AnswerRule[] = [];

  /** The fault of an answer, by the first rule that fits; a rule that is used up goes. */
  next(endpoint: string): AnswerFault | undefined {
    for (const rule of this.rules) {
      if (rule.endpoint !== undefined && rule.endpoint !== endpoint) continue;
      if (rule.times !== undefined) {
        rule.times -= 1;
        if (rule.times <= 0) this.rules = this.rules.filter((kept) => kept !== rule);
      }
      return rule.fault;
    }
    return undefined;
  }
}
