import { setTimeout as delay } from 'node:timers/promises';

export interface Banner {
  /** The users whom the fleet was told to ban, and confirmed to have. */
  readonly banned: Set<string>;
  end(): Promise<void>;
}

const PAUSE_MS = 150;
const HANG_MS = 20_000;

/** Puts users on the list `main`, one after another, over whichever gateway answers, until it is ended. */
export function startBanner(gateways: () => readonly string[], token: string): Banner {
  const banned = new Set<string>();
  let ending = false;

  async function run(): Promise<void> {
    for (let number = 0; !ending; number++) {
      const userId = `steam_7656119${String(number).padStart(10, '0')}`;
      if (await put(userId, number)) banned.add(userId);
      await delay(PAUSE_MS);
    }
  }

  async function put(userId: string, turn: number): Promise<boolean> {
    const urls = gateways();
    try {
      const response = await fetch(`${urls[turn % urls.length]}/v1/fleet/lists/main/bans`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ UserId: userId, Reason: 'chaos' }),
        signal: AbortSignal.timeout(HANG_MS),
      });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false; // the gateway was killed: the ban may count, and need not
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
