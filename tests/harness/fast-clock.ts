import { type Clock, systemClock } from '@palatine/server/game/clock.ts';

/** A clock that runs faster than the system's: minutes of polls and delays pass in seconds. `now` is the system's. */
export function fastClock(speed: number): Clock {
  return {
    now: systemClock.now,
    elapsed: () => systemClock.elapsed() * speed,
    after: (ms, work) => systemClock.after(ms / speed, work),
    every: (ms, work) => systemClock.every(ms / speed, work),
  };
}
