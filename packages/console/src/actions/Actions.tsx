import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { openedAction } from './dialog.ts';

/** The place of the dialog of all actions; its code is loaded when the first one opens. */
export function Actions() {
  const view = useSignal<{ Dialog?: ComponentType }>({});
  const wanted = openedAction.value !== undefined;
  useEffect(() => {
    if (!wanted || view.value.Dialog !== undefined) return;
    void import('./ActionDialog.tsx').then(({ ActionDialog }) => {
      view.value = { Dialog: ActionDialog };
    });
  }, [wanted, view]);
  const { Dialog } = view.value;
  return Dialog === undefined ? null : <Dialog />;
}
