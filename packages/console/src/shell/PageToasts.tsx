import { Toasts } from '../kit/Toasts.tsx';
import { texts } from '../texts/texts.ts';

/** The toasts of the page, in its language. */
export default function PageToasts() {
  const { toasts, close } = texts.value.shell;
  return <Toasts label={toasts} close={close} />;
}
