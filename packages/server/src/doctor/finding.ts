/** The result of one check. A finding that is not ok says what to do about it. */
export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  found: string;
  todo?: string;
}
