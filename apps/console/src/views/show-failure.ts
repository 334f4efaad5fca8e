import { showToast } from '../kit/toasts.ts';
import { describeError } from './errors.ts';

export function showFailure(error: unknown): void {
  const { message, code } = describeError(error);
  showToast({ text: message, detail: code, tone: 'danger' });
}
