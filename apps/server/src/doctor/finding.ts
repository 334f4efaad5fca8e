/** The result of one check. A finding that is not ok says what to do about it. */
export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  found: string;
  todo?: string;
}

export type Found = Omit<Finding, 'check'>;

export const ok = (found: string): Found => ({ state: 'ok', found });
export const warn = (found: string, todo: string): Found => ({ state: 'warn', found, todo });
export const fail = (found: string, todo: string): Found => ({ state: 'fail', found, todo });
