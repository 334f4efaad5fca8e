/** An event of the server log (section 6). */
export interface LogEvent {
  event: 'connect' | 'join' | 'left' | 'command' | 'kick' | 'ban' | 'unban';
  /** `REST` for what came through it. */
  playername: string;
  userid: string;
  ip?: string;
  details: readonly string[];
}

export interface GameLog {
  /** A line that has no time and no form, such as those of the start. */
  plain(line: string): void;
  event(event: LogEvent): void;
}

/** Prints the log of the game as text. The time is local, without a zone. */
export function gameLog(now: () => number, print: (line: string) => void): GameLog {
  return { plain: print, event: (event) => print(`[${localTime(now())}] ${textOf(event)}`) };
}

/** The words for connecting, joining and kicks are not captured: only those of REST and bans are. */
function textOf({ event, playername, userid, ip, details }: LogEvent): string {
  const [first = '', second = '', third = ''] = details;
  switch (event) {
    case 'command':
      return `[LOG] REST accessed endpoint ${first} ${second}`;
    case 'ban':
      return `[LOG] ${first}(${second}) banned by REST. ${third}`.trimEnd();
    case 'unban':
      return `[LOG] ${first}(${second}) unbanned by REST.`;
    case 'kick':
      return `[LOG] ${first} kicked by REST. ${second}`.trimEnd();
    case 'connect':
      return `[LOG] ${playername} ${ip} connected the server. (User id: ${userid})`;
    case 'join':
      return `[LOG] ${playername} joined the server. (User id: ${userid})`;
    case 'left':
      return `[LOG] ${playername} left the server. (User id: ${userid})`;
  }
}

/** `2026-09-27 20:01:50` */
export function localTime(ms: number): string {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
