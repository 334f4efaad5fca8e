import { Toast } from '@base-ui/react/toast';

/** How long a toast with an undo button stays, in ms. */
const UNDO_MS = 15_000;

const NEWS_MS = 6000;

export interface ToastOptions {
  text: string;
  detail?: string;
  tone?: 'plain' | 'ok' | 'warn' | 'danger';
  action?: { text: string; run: () => void };
}

export const toastManager = Toast.createToastManager<{ detail?: string }>();

/** Shows a toast: 15 s with a button, 6 s without; a failure stays until it is closed. */
export function showToast({ text, detail, tone = 'plain', action }: ToastOptions): void {
  const failed = tone === 'danger';
  const id = toastManager.add({
    title: text,
    description: detail,
    type: tone,
    timeout: failed ? 0 : action === undefined ? NEWS_MS : UNDO_MS,
    priority: failed ? 'high' : 'low',
    ...(action && {
      actionProps: {
        children: action.text,
        onClick() {
          toastManager.close(id);
          action.run();
        },
      },
    }),
  });
}
