import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide';
import { texts } from '../texts/texts.ts';
import { Icon } from './Button.tsx';
import { toastManager } from './toasts.ts';
import './toasts.css';

export default function Toasts() {
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={texts.value.shell.toasts}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return (
    <>
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          className={`toast floating ${toast.type ?? ''}`}
          swipeDirection="right"
        >
          <Toast.Content className="toast-content row">
            <div class="toast-text">
              <Toast.Title />
              <Toast.Description className="faint" />
            </div>
            <Toast.Action className="button" />
            <Toast.Close className="button bare icon-button" aria-label={texts.value.shell.close}>
              <Icon shape={X} size={16} />
            </Toast.Close>
          </Toast.Content>
        </Toast.Root>
      ))}
    </>
  );
}
