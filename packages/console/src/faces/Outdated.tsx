import { Button } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';

/** The face of code that could not be loaded. */
export function Outdated() {
  const text = texts.value.shell;
  return (
    <div class="face">
      {text.outdated}
      <Button kind="primary" onClick={() => location.reload()}>
        {text.reload}
      </Button>
    </div>
  );
}
