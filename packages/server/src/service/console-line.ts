import type { BuiltConsole } from '../http/console/built-console.ts';

/** The line that says where the console is, or why there is none. */
export function consoleLine(url: string, { present }: Pick<BuiltConsole, 'present'>): string {
  return present
    ? `Console: ${url}/console/`
    : 'The console is not built: "npm run build" in the folder of Palatine, as its owner, builds it.';
}
