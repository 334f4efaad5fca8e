/** What a check has found; what is not ok says what to do. */
export interface Finding {
  check: string;
  state: 'ok' | 'warn' | 'fail';
  found: string;
  todo?: string;
}
