import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ICONS = fileURLToPath(new URL('../esm/', import.meta.resolve('lucide')));

/**
 * Imports every icon of `lucide` from its own module. All of them come through one module otherwise, so that the chunk of
 * the first page would hold the icons of every page.
 */
export function singleIcons(): Plugin {
  const index = readFileSync(`${ICONS}lucide.mjs`, 'utf8');
  const fileOf = (name: string) =>
    new RegExp(`\\bdefault as ${name}\\b[^}]*\\} from '\\./(icons/[\\w-]+\\.mjs)'`).exec(index)?.[1];
  return {
    name: 'single-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code) {
      return code.replaceAll(/import \{([^}]+)\} from 'lucide';/g, (_, names: string) =>
        [...names.matchAll(/(\w+)(?: as (\w+))?/g)]
          .map(([, name = '', local = name]) => `import ${local} from '${ICONS}${fileOf(name)}';`)
          .join(''),
      );
    },
  };
}
