/** The result of one check. `todo`: the remedy, unless it is ok. */
export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  found: string;
  todo?: string;
}

export type Result = Omit<Finding, 'check'>;

export const ok = (found: string): Result => ({ state: 'ok', found });
export const warn = (found: string, todo: string): Result => ({ state: 'warn', found, todo });
export const fail = (found: string, todo: string): Result => ({ state: 'fail', found, todo });
