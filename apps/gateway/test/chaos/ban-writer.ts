import { setTimeout as delay } from 'node:timers/promises';

export interface BanWriter {
  /** Users whose ban was confirmed. */
  readonly banned: Set<string>;
  end(): Promise<void>;
}

const PAUSE_MS = 150;
const HANG_MS = 20_000;

/** Puts users on the list `main`, one after another, until it is ended. */
export function startBanWriter(url: () => string, token: string): BanWriter {
  const banned = new Set<string>();
  let ending = false;

  async function run(): Promise<void> {
    for (let number = 0; !ending; number++) {
      const userId = `steam_7656119${String(number).padStart(10, '0')}`;
      if (await put(userId)) banned.add(userId);
      await delay(PAUSE_MS);
    }
  }

  async function put(userId: string): Promise<boolean> {
    try {
      const response = await fetch(`${url()}/v1/fleet/lists/main/bans`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ Id: userId, Reason: 'chaos' }),
        signal: AbortSignal.timeout(HANG_MS),
      });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false; // the gateway was killed: the outcome is unknown
    }
  }

  const running = run();
  return {
    banned,
    async end() {
      ending = true;
      await running;
    },
  };
}
