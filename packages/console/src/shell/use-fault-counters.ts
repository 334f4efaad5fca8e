import { type Attention, getHealthDetails } from '@palatine/contract';
import { useEffect } from 'preact/hooks';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { setCounter } from '../navigation/counters.ts';
import { client, may } from '../session/session.ts';

/** The page on which a fault in a file of the operator is mended. */
const PAGES: Partial<Record<Attention['Kind'], string>> = {
  TokenFile: 'tokens',
  Settings: 'settings',
  Banlist: 'bans',
};

/** Counts the faults in files beside their pages: when the page opens, and when files were read or saved. */
export function useFaultCounters(): void {
  const health = useResource(async (signal) =>
    may(getHealthDetails) ? (await client().getHealthDetails({ signal })).Attention : [],
  );
  useTouch(health, ({ Type }) => /^(config|settings)\./.test(Type));
  const found = health.value.value;
  useEffect(() => {
    for (const page of Object.values(PAGES)) {
      const count = found?.filter(({ Kind }) => PAGES[Kind] === page).length ?? 0;
      setCounter(page, { count, warns: true });
    }
  }, [found]);
}
