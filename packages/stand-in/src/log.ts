export interface GameLog {
  /** A line that has no time and no form, such as those of the start. */
  plain(line: string): void;
  /** A line of docs/game-server.md#server-log. Its words for connecting, joining and kicks are not captured. */
  event(text: string): void;
}

/** Prints the log of the game as text. The time is local, without a zone. */
export function gameLog(now: () => number, print: (line: string) => void): GameLog {
  return { plain: print, event: (text) => print(`[${localTime(now())}] [LOG] ${text}`) };
}

export function localTime(ms: number): string {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
