import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Command, offerCommands, withdrawCommands } from './registry.ts';

/**
 * Offers commands for the life of the component. They may be made anew at each drawing: what they do is always that of
 * the last one; texts, keys and what blocks them follow too.
 */
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
