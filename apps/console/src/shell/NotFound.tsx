import { useEffect } from 'preact/hooks';
import { address, hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';

/** Leads from the address of an earlier page to what has taken its place; says of others that there is no such page. */
export default function NotFound() {
  const { path, query } = address.value;
  const moved = movedTo(path);
  useEffect(() => {
    if (moved !== undefined) navigate(hrefOf(moved, Object.fromEntries(query)), { replace: true });
  }, [moved]);
  return moved === undefined ? <p class="view-state">{texts.value.shell.notFound}</p> : null;
}

/** The pages of which earlier ones are tabs now. */
const MOVED: Readonly<Record<string, string>> = {
  ...{ bans: 'access', whitelist: 'access', lists: 'access', tokens: 'access', rules: 'templates' },
  ...{ deliveries: 'server', audit: 'log', events: 'log' },
  ...{ health: 'system', backups: 'system', settings: 'system' },
};

/** The address that has taken the place of an earlier one; undefined for those of today. */
function movedTo(path: string): string | undefined {
  const [, first = '', second] = path.split('/');
  if (first === 'templates' && second !== undefined && second !== 'templates' && second !== 'rules')
    return `/templates${path}`;
  const page = Object.hasOwn(MOVED, first) ? MOVED[first] : undefined;
  return page && `/${page}/${path.slice(1).replace(/^tokens\b/, 'team')}`;
}
