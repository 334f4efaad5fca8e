import { INT32_MAX } from '@palatine/contract';

/** Whether something is typed or chosen. */
export function isText(text: string): boolean {
  return text.trim() !== '';
}

/** Whether a number is one that the service takes as an amount or a level: whole, at least 1. */
export function isCount(count: number | null | undefined): count is number {
  return typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= INT32_MAX;
}
