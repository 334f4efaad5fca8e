import { showToast } from '../kit/toasts.ts';
import { describeError } from './describe-error.ts';

/** Says in a toast what went wrong. */
export function showFailure(error: unknown): void {
  const { message, code } = describeError(error);
  showToast({ text: message, detail: code, tone: 'danger' });
}
