import { LazyPart } from '../views/AsyncView.tsx';
import { openedAction } from './dialog.ts';

const load = () => import('./ActionDialog.tsx');

/** The place of the dialog of all actions; its code is loaded when the first one opens. */
export default function Actions() {
  return <LazyPart load={load} when={openedAction.value !== undefined} />;
}
