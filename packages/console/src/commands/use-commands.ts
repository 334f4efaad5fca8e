import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Command, offerCommands, withdrawCommands } from './registry.ts';

/** Offers commands while the component is mounted, always with the values of its last render. */
export function useCommands(offered: readonly Command[]): void {
  const owner = useMemo(() => Symbol('owner of commands'), []);
  const last = useRef(offered);
  last.current = offered;
  const shape = JSON.stringify(offered.map(({ icon: _, run: __, ...rest }) => rest));
  useEffect(() => {
    offerCommands(
      owner,
      last.current.map((command, at) => ({
        ...command,
        run: () => last.current[at]?.run(),
        ...(command.target && {
          target: { ...command.target, run: (hit) => last.current[at]?.target?.run(hit) },
        }),
      })),
    );
  }, [owner, shape]);
  useEffect(() => () => withdrawCommands(owner), [owner]);
}
